/** The console as a whole: who is logged in, the frame with its pages, keys that work everywhere, and files dropped anywhere. */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './style/tokens.css';
import './style/base.css';
import './style/frame.css';
import './style/table.css';
import './style/filters.css';
import './style/drawer.css';
import './style/dialogs.css';
import './style/money.css';
import './style/closing.css';
import './style/uploads.css';
import './style/administration.css';
import './style/print.css';
import { startKeys, useKeys } from './keys.js';
import { Administration } from './pages/administration/administration.js';
import { Closing } from './pages/closing/closing.js';
import { Exceptions } from './pages/exceptions/exceptions.js';
import { LogIn } from './pages/log-in.js';
import { MoneyPage } from './pages/money/money.js';
import { PayoutPage } from './pages/payouts/payout.js';
import { Payouts } from './pages/payouts/payouts.js';
import { Records } from './pages/records/records.js';
import { Transactions } from './pages/transactions/transactions.js';
import { drop, filesOf } from './pages/upload-file/dropping.js';
import { FilePage } from './pages/upload-file/file-page.js';
import { UploadFile } from './pages/upload-file/upload-file.js';
import { UploadDetail } from './pages/uploads/upload-detail.js';
import { Uploads } from './pages/uploads/uploads.js';
import { Dialog } from './parts/dialog.js';
import { Frame } from './parts/frame.js';
import { Notices } from './parts/notice.js';
import { Page } from './parts/page.js';
import { Empty, Failure } from './parts/states.js';
import { go, hrefOf, place, startRouter } from './router.js';
import { hasAdministration, mayDrop, mayRead, session, startFailure, startSession, tenant } from './session.js';
import { words } from './words.js';

function App() {
  if (startFailure.value) {
    return (
      <main id="main" class="log-in">
        <Failure error={startFailure.value} again={startSession} />
      </main>
    );
  }
  if (session.value === undefined) return null;
  if (session.value === null) return <LogIn />;
  return <LoggedIn />;
}

const GOING_MS = 1_500;
const goTo: Record<string, string> = { m: '', e: 'exceptions', p: 'payouts', c: 'close', t: 'transactions', u: 'uploads' };

function LoggedIn() {
  const [isHelp, setHelp] = useState(false);
  const isDragged = useDropping();
  const goes = useRef(0);
  const toPage = (letter: string) => {
    if (Date.now() - goes.current > GOING_MS) return false;
    goes.current = 0;
    go(hrefOf(goTo[letter] ?? ''));
    return true;
  };
  useKeys({
    '?': () => setHelp(true),
    'Ctrl+u': () => (mayDrop.value ? go(hrefOf('upload')) : false),
    g: () => {
      goes.current = Date.now();
    },
    // Decisions about what is open, else those of the list: with a hundred rows, they are far by Tab.
    d: () =>
      (document.querySelector<HTMLElement>('.drawer .decide button') ?? document.querySelector<HTMLElement>('.decide button'))?.focus(),
    ...Object.fromEntries(Object.keys(goTo).map((letter) => [letter, () => toPage(letter)])),
  });
  return (
    <>
      <Frame help={() => setHelp(true)}>
        <CurrentPage />
      </Frame>
      {isDragged && (
        <div class="drop-cover" aria-hidden="true">
          <p>{words.shell.dropAnywhere}</p>
        </div>
      )}
      {isHelp && <Help close={() => setHelp(false)} />}
      <Notices />
    </>
  );
}

/** The page at the address. A page that the role may not see does not exist. */
function CurrentPage() {
  const [page = '', id] = place.value.path.split('/');
  // Another tenant is another page: nothing of the one before stays.
  const key = tenant.value?.tenantId;
  if (page === 'administration' && hasAdministration.value) return <Administration key={key} tab={id ?? ''} />;
  if (!tenant.value && !hasAdministration.value) return <Page title={words.shell.money}>{<Empty title={words.shell.noTenant} />}</Page>;
  if (page === '') return <MoneyPage key={key} />;
  if (mayRead.value) {
    if (page === 'exceptions') return <Exceptions key={key} />;
    if (page === 'payouts') return id ? <PayoutPage key={`${key} ${id}`} id={id} /> : <Payouts key={key} />;
    if (page === 'close') return <Closing key={key} />;
    if (page === 'records') return <Records key={key} />;
    if (page === 'transactions') return <Transactions key={key} />;
    if (page === 'uploads') return id ? <UploadDetail key={key} id={id} /> : <Uploads key={key} />;
    if (page === 'upload' && mayDrop.value) return id ? <FilePage key={`${key} ${id}`} id={id} /> : <UploadFile key={key} />;
  }
  return (
    <Page title={words.shell.notFound}>
      <Empty title={words.shell.notFoundText}>
        <a class="button" href={hrefOf('')}>
          {words.shell.toStart}
        </a>
      </Empty>
    </Page>
  );
}

/** Files may be dropped on every page; whether some are held over it. */
function useDropping(): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => mayDrop.value && (dataTransfer?.types.includes('Files') ?? false);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const dropped = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setDragged(false);
      filesOf(event.dataTransfer).then(drop);
    };
    const paired = [['dragover', over] as const, ['dragleave', leave] as const, ['drop', dropped] as const];
    for (const [name, listen] of paired) document.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of paired) document.removeEventListener(name, listen);
    };
  }, []);
  return isDragged;
}

function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={words.keys.title} close={close}>
      <dl class="keys">
        {words.keys.list.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

startRouter();
startKeys();
startSession();
render(<App />, document.body);
