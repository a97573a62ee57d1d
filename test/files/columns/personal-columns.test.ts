/** Columns of customers' personal data, by their names; what may be of the shop, only beside one of these. */
import { expect, it } from 'vitest';
import { personalColumns } from '../../../src/files/words/personal-data.js';

const named = (header: string, ...rows: string[]) => {
  const names = header.split(';');
  const sample = rows.map((row) => row.split(';'));
  return personalColumns([...names.keys()], names, sample).map((index) => names[index]);
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
  // Donations of Benevity and JustGiving, sponsors of GitHub, orders of Squarespace and Magento, charges of Stripe: by converters, tests and
  // samples on GitHub, and Stripe's manual.
  ['Donor First Name;Donor LastName;Total', ['Donor First Name', 'Donor LastName']],
  ['Sponsor Handle;Sponsor Profile Name;Tier Name', ['Sponsor Handle', 'Sponsor Profile Name']],
  ['Lineitem name;Billing Address1;Billing Phone;Shipping Name;Shipping Method', ['Billing Address1', 'Billing Phone', 'Shipping Name']],
  ['Bill-to Name;Ship-to Name;Customer Group', ['Bill-to Name', 'Ship-to Name']],
  [
    'billing_details.name;billing_details.address.line1;calculated_statement_descriptor',
    ['billing_details.name', 'billing_details.address.line1'],
  ],
  ['CARD HOLDER;CARD MASKED NUMBER', ['CARD HOLDER']],
  // Swish's report, in a test on GitHub: the receiver is the shop.
  ['Mottagarnamn;Avsändarnamn;Belopp', ['Avsändarnamn']],
  // Back Market's orders, and made up for the other languages.
  ['Société livraison;Nom livraison;Rue livraison;Téléphone facturation;Pays', ['Nom livraison', 'Rue livraison', 'Téléphone facturation']],
  ['Rechnungsadresse;Lieferanschrift;Handynummer;Lieferdatum', ['Rechnungsadresse', 'Lieferanschrift', 'Handynummer']],
  ["Nome dell'acquirente;Indirizzo di spedizione;Importo", ["Nome dell'acquirente", 'Indirizzo di spedizione']],
  ['Teléfono del cliente;Dirección de envío;Importe', ['Teléfono del cliente', 'Dirección de envío']],
  ['Factuuradres;Naam koper;Bedrag', ['Factuuradres', 'Naam koper']],
  ['Køberens navn;Leveringsadresse;Beløb', ['Køberens navn', 'Leveringsadresse']],
  ['Avsenders navn;Kundetelefon;Beløp', ['Avsenders navn', 'Kundetelefon']],
  ['Nazwa kupującego;Adres dostawy;Numer telefonu;Kwota', ['Nazwa kupującego', 'Adres dostawy', 'Numer telefonu']],
  ['Nome do comprador;Endereço de entrega;Valor', ['Nome do comprador', 'Endereço de entrega']],
  [
    'Ship To Customer;Guest Requests;LPN;Nombres usuario;顧客名',
    ['Ship To Customer', 'Guest Requests', 'LPN', 'Nombres usuario', '顧客名'],
  ],
  ['구매자명;Müşteri adı;买家姓名;구분', ['구매자명', 'Müşteri adı', '买家姓名']],
])('%s', (header, personal) => {
  expect(named(header)).toEqual(personal);
});

it.each([
  'Ticket;Nom;Prix',
  'Beleg;Ort;Betrag',
  'Nombre de clients;Membership name;Relationship name;Ship Carrier Name',
  'Name;City;Country',
])('%s has none', (header) => {
  expect(named(header)).toEqual([]);
});

it('an account of a bank, or an address of the internet, is that of a customer where each row has another', () => {
  const rows = [
    'CH93 0076 2011 6238 5295 7;85.3.12.7;1.2.3.4',
    'DE89370400440532013000;2a02:1210:5a::1;1.2.3.4',
    'NL91ABNA0417164300;10.0.0.1;1.2.3.4',
  ];
  expect(named('Account;Source;Version', ...rows)).toEqual(['Account', 'Source']);
  expect(named('Time;Number', '10:12:33;DE12', '10:12:34;300.400.500.600')).toEqual([]);
});

// Payments of a hotel, by a manual.
it('a name is that of a customer where each row has two words with capitals, and nothing tells goods', () => {
  const rows = ['Visa;Maria Lopez;1.00', 'Cash;Tom Ford;2.00', 'Visa;Ana-Lucía O’Neill;2.00'];
  expect(named('Payment Type;Name;Amount', ...rows)).toEqual(['Name']);
  expect(named('Payment Type;Name;Price', ...rows)).toEqual([]);
  expect(named('Payment Type;Shop;Amount', ...rows)).toEqual([]);
  expect(named('Payment Type;Name;Amount', ...rows, 'Visa;Espresso;3.00')).toEqual([]);
});

// Cardmarket's sold orders, in the test of an importer on GitHub.
it('a name is that of a customer beside streets of which each row has another', () => {
  const header = 'OrderID;Username;Name;Street;City;Commission;Localized Product Name';
  const rows = ['1;buyer1;John Doe;Main St 1;Berlin;0,20;Torpor Orb', '2;buyer2;Jane Smith;Road 2;Munich;0,13;Cast Down'];
  expect(named(header, ...rows)).toEqual(['Username', 'Name', 'Street', 'City']);
});

it('it is not beside the street of a shop, far from a customer, or as a number', () => {
  const rows = ['Nord;Ring 1;Bern;1.50', 'Nord;Ring 1;Bern;2.50', 'Süd;Weg 2;Thun;2.50', 'Süd;Weg 2;Thun;4.50'];
  expect(named('Name;Street;City;Amount', ...rows)).toEqual([]);
  expect(named('Email;SKU;Name;Price')).toEqual(['Email']);
  expect(named('Name;Email;Total', '#1001;a@example.com;1.50')).toEqual(['Email']);
});

// Swish, and the history of Skrill.
it('telephones by their cells, and e-mail addresses within a text', () => {
  const rows = ['+46700012345;7644370772;from a@example.com;+12.50', '+46 70 005 43 21;7644370773;Fee;-3.00'];
  expect(named('Avsändarnr;Kontonr;Details;Belopp', ...rows)).toEqual(['Avsändarnr', 'Details']);
});
