/** The way to the page where files are dropped, for who may drop some. */
import { hrefOf } from '../router.js';
import { mayDrop } from '../session.js';
import { words } from '../words.js';

export function UploadLink() {
  return (
    mayDrop.value && (
      <a class="button button-main" href={hrefOf('upload')}>
        {words.shell.upload}
      </a>
    )
  );
}
