/** That another journal began under the page, which the user must hear of: the lines of before are gone. */
import { signal } from '@preact/signals'
import { connected } from './connection.ts'

interface Break {
  /** When the page noticed, in milliseconds of this machine. */
  readonly at: number
  /** How many lines the page had. */
  readonly lines: number
  /** Whether the server did not answer meanwhile. Otherwise the world may have been dropped and made again. */
  readonly wasAway: boolean
}

/** The last one, until the user has read it. */
export const begunAnew = signal<Break | undefined>(undefined)

/** Whether the server did not answer since its last lines came. */
let wasAway = false
connected.subscribe((now) => {
  wasAway ||= !now
})

/** Another journal than before: `lines` went. */
export function noteBreak(lines: number): void {
  begunAnew.value = { at: Date.now(), lines, wasAway }
}

/** The server answers. */
export function noteLines(): void {
  wasAway = false
}
