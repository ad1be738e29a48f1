/** Loads the library for tokens when it is first needed. */

let loading: Promise<typeof import('jose')> | undefined

/** An import of what is loaded already takes 27 µs, a promise no time (bench/tokens.ts). */
export function jose(): Promise<typeof import('jose')> {
  loading ??= import('jose')
  return loading
}
