/** What somebody has to see to, what must be done first at the top: filters, the list, the row beside it, and decisions about many at once. */
import { useRef, useState } from 'preact/hooks';
import type { ListedException } from '../../../contract/exceptions.js';
import { api } from '../../api.js';
import { afterDecision } from '../../loaded.js';
import { filtersIn } from '../../parts/chips.js';
import { Beside } from '../../parts/drawer.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { Page } from '../../parts/page.js';
import { PagedList, usePage } from '../../parts/paged-list.js';
import { Empty } from '../../parts/states.js';
import { hrefBefore, place } from '../../router.js';
import { mayDecide } from '../../session.js';
import { words } from '../../words.js';
import { RecordDetail } from '../records/record-detail.js';
import { Detail } from '../transactions/detail.js';
import { columns } from './columns.js';
import { DecideMany, mayDecideAbout } from './decide-many.js';
import { chipsOf, filterNames } from './filters.js';
import { MissingDetail } from './missing-detail.js';

const pageRows = 100;

/** Key of a row. A missing file or day has no id. */
export const keyOf = ({ id, reason, acquirerId, merchantId, terminalId, day }: ListedException): string =>
  id ?? [reason, acquirerId, merchantId, terminalId, day].join(' ');

export function Exceptions() {
  const { query } = place.value;
  const filters = filtersIn(query, filterNames);
  const list = usePage(api.exceptions, filters, pageRows);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const open = query.get('open');
  const items = list.value?.items ?? [];
  // What was decided leaves the list, and stays open beside it: the decision can be taken back there.
  const opened = useRef<ListedException>();
  opened.current = items.find((item) => keyOf(item) === open) ?? opened.current;
  const shown = opened.current && keyOf(opened.current) === open ? opened.current : null;
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    choose(next);
  };
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <Page title={words.shell.exceptions} wide>
      <FilterBar chips={chipsOf(query)} search={null} />
      <p class="quiet">{words.exceptions.asked}</p>
      {mayDecide.value && list.value && (
        <DecideMany items={items} chosen={chosen} choose={choose} changed={() => afterDecision(list.again)} />
      )}
      <Beside drawer={shown && <Opened item={shown} changed={list.again} />}>
        <PagedList<ListedException>
          list={list}
          none={<Empty title={isFiltered ? words.exceptions.noneMatch : words.exceptions.none} />}
          caption={words.shell.exceptions}
          shown={columns}
          keyOf={keyOf}
          hrefBefore={hrefBefore('open')}
          open={open}
          choice={mayDecide.value ? { chosen, toggle, mayChoose: mayDecideAbout } : undefined}
        />
      </Beside>
    </Page>
  );
}

function Opened({ item, changed }: { item: ListedException; changed: () => void }) {
  const { id, side } = item;
  if (id && side === 'Sale') return <Detail id={id} changed={changed} />;
  if (id && side === 'Record') return <RecordDetail id={id} changed={changed} />;
  return <MissingDetail item={item} />;
}
