/** The key of the server's own certificate: which one the next certificate is made for, too, so that clients that pin it stay trusting. */
import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Null for what is no key, and for one of another kind than ours: a new one is then made. */
export function ownKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    const isOurs = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isOurs ? key : null;
  } catch {
    return null;
  }
}
