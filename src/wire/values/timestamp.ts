/** Points in time, milliseconds since 1970, as the services write them. */
import { getOrCreate, shortMemory } from '../get-or-create.ts'

const day = 86_400_000
/** Dates by days since 1970: writing one costs ten times as much as the time of day. */
const dates = shortMemory<number, string>(1000)
const dateOf = (days: number): string => getOrCreate(dates, days, () => new Date(days * day).toISOString().replace(/T.*/, ''))

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** `2026-07-27T08:01:04.518Z`: UTC, trailing zeros of the fraction cut. Source: notifications §1.1. */
export const zulu = (at: number): string => `${written(at)}Z`

function written(at: number): string {
  const days = Math.floor(at / day)
  const time = Math.floor(at - days * day)
  const seconds = Math.floor(time / 1000)
  const minutes = Math.floor(seconds / 60)
  const fraction = time % 1000 === 0 ? '' : String((time % 1000) / 1000).slice(1)
  return `${dateOf(days)}T${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}${fraction}`
}

/** `Tue, 18 Aug 2026 11:40:51 GMT`: as header fields have it. Source: file-transfer §8. */
export const httpDate = (at: number): string => new Date(at).toUTCString()

/** `2026-08-18T11:40:51.123+00:00`: the same instant with a numeric offset. Source: file-transfer §0. */
export const offset = (at: number): string => `${written(at)}+00:00`
