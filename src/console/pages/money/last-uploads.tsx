/** The last ten uploads with their state. */
import { api } from '../../api.js';
import { useLoaded } from '../../loaded.js';
import { Card, Line } from '../../parts/card.js';
import { Empty, Pending } from '../../parts/states.js';
import { Stored, Time, UploadBadge } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';

export function LastUploads() {
  const list = useLoaded('last', (signal) => api.uploads({ pageSize: 10 }, signal));
  return (
    <Card title={words.money.lastUploads} beside={<a href={hrefOf('uploads')}>{words.money.all}</a>}>
      <Pending loaded={list} lines={6} />
      {list.value && list.value.items.length === 0 && <Empty title={words.uploads.none} />}
      {list.value && list.value.items.length > 0 && (
        <ul class="lines">
          {list.value.items.map(({ uploadId, kind, receivedAt, status, withdrawn, transactions, user }) => (
            <Line key={uploadId} href={hrefOf(`uploads/${uploadId}`)}>
              <Time instant={receivedAt} />
              <span class="quiet line-end">
                {words.uploads.rowsOf(transactions, kind)} · <Stored text={user} />
              </span>
              <UploadBadge status={status} withdrawn={withdrawn !== undefined} />
            </Line>
          ))}
        </ul>
      )}
    </Card>
  );
}
