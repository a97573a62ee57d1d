/** Names of time zones that are no IANA names, with what they mean. */

/** The offset that an abbreviation stands for, and a zone that has it. */
export const abbreviations: ReadonlyMap<string, readonly [offset: string, zone: string]> = new Map([
  ['PST', ['-08:00', 'America/Los_Angeles']],
  ['PDT', ['-07:00', 'America/Los_Angeles']],
  ['CET', ['+01:00', 'Europe/Berlin']],
  ['CEST', ['+02:00', 'Europe/Berlin']],
  ['MEZ', ['+01:00', 'Europe/Berlin']],
  ['MESZ', ['+02:00', 'Europe/Berlin']],
]);

/** What these mean in America; elsewhere, EST is Australian, and CST Chinese, too. */
export const american: ReadonlyMap<string, readonly [offset: string, zone: string]> = new Map([
  ['EST', ['-05:00', 'America/New_York']],
  ['EDT', ['-04:00', 'America/New_York']],
  ['CST', ['-06:00', 'America/Chicago']],
  ['CDT', ['-05:00', 'America/Chicago']],
  ['MST', ['-07:00', 'America/Denver']],
  ['MDT', ['-06:00', 'America/Denver']],
]);

/** What some of these mean outside of America, too: in Manila, Shanghai, Sydney and Kuala Lumpur. */
export const elsewhere: ReadonlyMap<string, string> = new Map([
  ['PST', '+08:00'],
  ['CST', '+08:00'],
  ['EST', '+10:00'],
  ['EDT', '+11:00'],
  ['MST', '+08:00'],
]);

/** Zones as Rails names them, and Square writes them, in the countries where Square is sold. All others have their IANA name there. */
export const railsNames: Readonly<Record<string, string>> = {
  'American Samoa': 'Pacific/Pago_Pago',
  Hawaii: 'Pacific/Honolulu',
  Alaska: 'America/Juneau',
  'Pacific Time (US & Canada)': 'America/Los_Angeles',
  'Mountain Time (US & Canada)': 'America/Denver',
  Arizona: 'America/Phoenix',
  'Central Time (US & Canada)': 'America/Chicago',
  Saskatchewan: 'America/Regina',
  'Eastern Time (US & Canada)': 'America/New_York',
  'Indiana (East)': 'America/Indiana/Indianapolis',
  'Atlantic Time (Canada)': 'America/Halifax',
  Newfoundland: 'America/St_Johns',
  'Puerto Rico': 'America/Puerto_Rico',
  Guam: 'Pacific/Guam',
  Dublin: 'Europe/Dublin',
  Edinburgh: 'Europe/London',
  London: 'Europe/London',
  Paris: 'Europe/Paris',
  Madrid: 'Europe/Madrid',
  Tokyo: 'Asia/Tokyo',
  Osaka: 'Asia/Tokyo',
  Sapporo: 'Asia/Tokyo',
  Perth: 'Australia/Perth',
  Darwin: 'Australia/Darwin',
  Adelaide: 'Australia/Adelaide',
  Brisbane: 'Australia/Brisbane',
  Canberra: 'Australia/Canberra',
  Hobart: 'Australia/Hobart',
  Melbourne: 'Australia/Melbourne',
  Sydney: 'Australia/Sydney',
};
