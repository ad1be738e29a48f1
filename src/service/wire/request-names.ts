/** The names of the parts of a request in validation messages. */
import type { Path } from './json-scan.ts'

export interface RequestNames {
  /** The service's parameter for the body. It is reported as missing when the body cannot be read. Absent: it is not reported. */
  readonly parameter?: string
  /** The service's type of the value at a path. */
  typeOf(path: Path): string
  /** Whether the type allows null: null then counts as missing, otherwise as unreadable. */
  mayBeNull(path: Path): boolean
  /** Whether a required value at a path may be left out where the text is read: it is then missing as null is. Absent: never. */
  mayBeAbsent?(path: Path): boolean
  /** The key of the messages about the value at a path, in a body that could be read. */
  keyOf(path: Path): string
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The key of a path whose names only begin with another letter: `fileName` becomes `FileName`. */
export const pascalKey = (path: Path): string => path.map((step) => pascalCase(String(step))).join('.')
