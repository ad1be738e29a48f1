/** Where the parts of a document stand in the file that it was read from, for whoever finds a mistake in one. */

type Path = readonly PropertyKey[]
type PlaceOf = (path: Path) => string

/** Of documents as they were read: a copy is no longer known. */
const places = new WeakMap<object, PlaceOf>()

/** `placeOf` says file, line and column of a part, or of the nearest around it. */
export function locate(document: unknown, placeOf: PlaceOf): void {
  if (typeof document === 'object' && document !== null) places.set(document, placeOf)
}

/** Undefined for what comes from no file. */
export const placeIn = (document: unknown, path: Path): string | undefined =>
  typeof document === 'object' && document !== null ? places.get(document)?.(path) : undefined
