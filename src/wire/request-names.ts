/** The live service's names for the parts of one request. */

import type { Path } from './json/json-scan.ts'

/** The names of one request's parts. */
export interface RequestNames {
  /** The parameter that a refused reading leaves empty. */
  readonly parameter: string
  /** The server's type of the value at a path. */
  typeOf(path: Path): string
  /** Whether null can stand for the value at a path, and is then found missing rather than unreadable. */
  mayBeNull(path: Path): boolean
  /** The key of the value at a path, once the request could be read. */
  keyOf(path: Path): string
}
