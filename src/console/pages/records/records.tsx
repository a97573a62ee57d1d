/** All settlement records, by the filters of the API. */
import { choiceChip, daysChip, filtersIn, textChips } from '../../parts/chips.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { Page } from '../../parts/page.js';
import { place } from '../../router.js';
import { words } from '../../words.js';
import { RecordList } from './record-list.js';

const names = ['type', 'matchState', 'settlementDateFrom', 'settlementDateTo', 'currency', 'acquirerId', 'payoutId', 'terminalId'] as const;

export function Records() {
  const { query } = place.value;
  const chips = [
    daysChip(query, ['settlementDateFrom', 'settlementDateTo'], words.records.settlementDate),
    choiceChip(query, 'type', words.records.type, words.payouts.types),
    choiceChip(query, 'matchState', words.fields.transactionMatchState, words.states.matchStates),
    ...textChips(query, ['currency', 'acquirerId', 'payoutId', 'terminalId']),
  ];
  return (
    <Page title={words.shell.records} wide>
      <FilterBar chips={chips} search={null} />
      <RecordList filters={filtersIn(query, names)} />
    </Page>
  );
}
