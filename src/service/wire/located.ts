/** Remembers where the parts of a document stand in its file, so that messages about mistakes can say it. */

type Path = readonly PropertyKey[]
type PlaceOf = (path: Path) => string

/** By the object that the file was read into. Copies of it have no places. */
const places = new WeakMap<object, PlaceOf>()

/** `placeOf` returns file, line and column of a part, or of the nearest part around it. */
export function rememberPlaces(document: unknown, placeOf: PlaceOf): void {
  if (typeof document === 'object' && document !== null) places.set(document, placeOf)
}

/** File, line and column; undefined for a document that does not come from a file. */
export const placeIn = (document: unknown, path: Path): string | undefined =>
  typeof document === 'object' && document !== null ? places.get(document)?.(path) : undefined
