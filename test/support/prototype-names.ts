/** Names that an object has though nobody gave it them, or that mean something to a runtime. */
export const prototypeNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON', 'then', 'length'];

/** Some of each kind, where each one costs a server or a command. */
export const someNames = ['constructor', '__proto__', 'toString', 'then'];

/** JSON with a name that an object literal would not keep. */
export const jsonWith = (name: string, value: unknown, rest = '') => `{${JSON.stringify(name)}:${JSON.stringify(value)}${rest}}`;
