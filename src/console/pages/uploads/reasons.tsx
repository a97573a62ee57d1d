/** What the import says of an upload: why rows were refused, by reason with how many, and row by row with its place in the upload. */
import { countText } from '../../format.js';
import { PlainTable } from '../../parts/table-box.js';
import { Stored } from '../../parts/texts.js';
import { fieldName, words } from '../../words.js';

interface Refusal {
  /** Its place in the upload, from 0; null for what is about no row. */
  index: number | null;
  field: string | null;
  reason: string;
}

const ABOUT_ROW = /^(?:transactions|records)\[(\d+)\](?:\.([^:]+))?: (.*)$/s;
const rowsShown = 100;

/** `href` leads to the rows themselves; null where no page has them. */
export function Reasons({ errors, rejected, href }: { errors: readonly string[]; rejected: number; href: string | null }) {
  const refusals = errors.map(refusalOf);
  const groups = new Map<string, Refusal[]>();
  for (const refusal of refusals) {
    const key = `${refusal.field ?? ''} ${refusal.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), refusal]);
  }
  const byCount = [...groups.values()].sort((one, other) => other.length - one.length);
  return (
    <section>
      <h2>{words.uploads.reasons}</h2>
      {href && (
        <p>
          <a href={href}>{words.uploads.seeRejected}</a>
        </p>
      )}
      <ul class="reasons">
        {byCount.map((group) => {
          const [{ index, field, reason } = { index: null, field: null, reason: '' }] = group;
          return (
            <li key={`${field} ${reason}`}>
              {index !== null && <span class="count">{countText(group.length)} × </span>}
              <span>
                {field && <strong>{fieldName(field)} </strong>}
                <Stored text={reason} />
              </span>
            </li>
          );
        })}
      </ul>
      {rejected > refusals.length && <p class="quiet">{words.uploads.notAllReasons}</p>}
      <details>
        <summary>{words.uploads.rowByRow}</summary>
        <PlainTable
          label={words.uploads.rowByRow}
          titles={[[words.uploads.place, 'numeric'], [words.uploads.field], [words.uploads.reason]]}
          rows={refusals
            .slice(0, rowsShown)
            .map(({ index, field, reason }) => [
              index === null ? '–' : countText(index + 1),
              field ? fieldName(field) : '–',
              <Stored text={reason} />,
            ])}
        />
      </details>
    </section>
  );
}

function refusalOf(error: string): Refusal {
  const [, index, field, reason] = ABOUT_ROW.exec(error) ?? [];
  if (index === undefined || reason === undefined) return { index: null, field: null, reason: error };
  return { index: Number(index), field: field ?? null, reason: words.uploads.refusals[reason] ?? reason };
}
