/** What is shown of matching. */
import type { MatchRule, MatchSettingsInUse } from '../../contract/match-settings.js';
import type { Run } from '../flags/run.js';
import { showTable } from './table-view.js';

/** The rules as a table, strongest first, then the other settings that are not as they are by default. */
export function showRules(settings: MatchSettingsInUse, run: Run): void {
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'rule' },
    { title: 'outcome' },
    { title: 'equal' },
    { title: 'within' },
    { title: 'ways', dropped: 1 },
  ];
  showTable(
    columns,
    settings.rules.map((rule, at) => [
      String(at + 1),
      rule.name,
      rule.outcome,
      rule.keys.join(', ') || 'amount alone',
      rule.within,
      waysText(rule),
    ]),
    run,
  );
  const { output } = run;
  output.text('');
  output.text(settings.ownRules ? `Own rules, version ${settings.version}.` : 'These are the rules that work at once.');
  output.text(`A record is due ${settings.waitDays} days after its sale.`);
  for (const [from, to] of Object.entries(settings.terminals)) output.text(`Terminal ${from} of a record is ${to} of a sale.`);
  for (const [from, to] of Object.entries(settings.brands)) output.text(`Brand ${from} is read as ${to}.`);
  for (const { acquirerId, merchantId, waitDays, near } of settings.accounts) {
    const parts = [
      ...(waitDays === undefined ? [] : [`due after ${waitDays} days`]),
      ...(near === undefined ? [] : [`near is ${near[0]} to ${near[1]} %`]),
    ];
    output.text(`Account ${acquirerId}${merchantId === undefined ? '' : ` ${merchantId}`}: ${parts.join(', ') || 'nothing else'}.`);
  }
}

function waysText({ ways, near, oneEdit }: MatchRule): string {
  const names = ways.map((way) => (way === 'Near' ? `Near ${near[0]} to ${near[1]} %` : way));
  return [...names, ...(oneEdit === null ? [] : [`one slip in ${oneEdit}`])].join(', ');
}
