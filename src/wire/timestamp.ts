/** Points in time, milliseconds since 1970, as the services write them. */

/** `2026-07-27T08:01:04.518Z`: UTC, trailing zeros of the fraction cut. Source: notifications §1.1. */
export function zulu(at: number): string {
  const text = new Date(at).toISOString()
  if (at % 1000 !== 0) return at % 10 === 0 ? `${text.slice(0, at % 100 === 0 ? 21 : 22)}Z` : text
  return `${text.slice(0, 19)}Z`
}

/** `2026-08-18T11:40:51.123+00:00`: the same instant with a numeric offset. Source: file-transfer §0. */
export const offset = (at: number): string => `${zulu(at).slice(0, -1)}+00:00`
