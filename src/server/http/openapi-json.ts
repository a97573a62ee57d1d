/** The OpenAPI document as JSON. Anybody may ask for it without a log-in, and making it takes a millisecond: it is made once. */
import { openApiDocument } from '../../contract/openapi.js';

const PLACE_OF_URL = 'https://server.invalid';

/** A function that gives the document of a server of this `version` for a base URL; only the URL is put in each time. */
export function openApiJson(version: string): (serverUrl: string) => string {
  let parts: string[] | null = null;
  return (serverUrl) => {
    parts ??= JSON.stringify(openApiDocument(version, PLACE_OF_URL)).split(JSON.stringify(PLACE_OF_URL));
    return parts.join(JSON.stringify(serverUrl));
  };
}
