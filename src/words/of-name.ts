/** `de Worldline`, `d’Adyen`: in French, before a name. */
export const ofName = (name: string): string => (/^[aeiouàâéèêîôû]/i.test(name) ? `d’${name}` : `de ${name}`);
