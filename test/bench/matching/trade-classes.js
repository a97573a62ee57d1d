/** The classes of the trades beside the chain (trades.js); what the words mean stands in classes.js. */
export const tradeClasses = {
  // A number that many payments share, each within its time.
  'table-number': 'pay',
  'table-tip': 'pay',
  'split-bill': 'pay',
  'restarting-counter': 'pay',
  'restarting-counter-tip': 'pay',
  'daily-receipt': 'pay',
  // Two shops that number their orders alike.
  'own-numbers-location': 'pay',
  'own-numbers-contract': 'pay',
  'own-numbers-service': 'pay',
  // Fields that say less than they seem to.
  'brand-otherwise': 'pay',
  'constant-code': 'pay',
  'constant-code-day': 'pay',
  // Who pays, and whose files or days are missing.
  'with-holes': 'pay',
  'weekly-payer': 'pay',
  'file-missing': 'open',
  'sales-missing': 'open',
  'not-paid-yet': 'open',
};
