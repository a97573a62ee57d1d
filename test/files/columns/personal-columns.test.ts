/** Columns of customers' personal data, by their names; what may be of the shop, only beside one of these. */
import { expect, it } from 'vitest';
import { personalColumns } from '../../../src/files/words/personal-data.js';

const named = (header: string) => {
  const names = header.split(';');
  return personalColumns([...names.keys()], names, []).map((index) => names[index]);
};

// The first header is that of a photographer's orders, in a public repository.
it.each([
  ['REF;Nom;Prenom;Email;Telephone;Montant Total', ['Nom', 'Prenom', 'Email', 'Telephone']],
  ['Ricevuta;Cognome;Telefono;Totale', ['Cognome', 'Telefono']],
  ['Bonnummer;Klantnaam;Telefoonnummer;Bedrag', ['Klantnaam', 'Telefoonnummer']],
  ['Recibo;Apellidos;Teléfono;Importe', ['Apellidos', 'Teléfono']],
  ['Beleg;Kundenname;Ort;Betrag', ['Kundenname', 'Ort']],
  // Donations of GoFundMe, a booking of a therapist, and gifts of a wedding list, by converters on GitHub.
  ['Donor Name;Date;Amount', ['Donor Name']],
  ['Client Name;Payment Date;Amount', ['Client Name']],
  ['Nombre Invitado;Fecha;Monto', ['Nombre Invitado']],
])('%s', (header, personal) => {
  expect(named(header)).toEqual(personal);
});

it.each(['Ticket;Nom;Prix', 'Beleg;Ort;Betrag'])('%s has none', (header) => {
  expect(named(header)).toEqual([]);
});
