/** Makes the `traceId` of problems, a W3C trace parent. */
import { type Call, header } from './call.ts'

const parent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Continues the trace of the caller, or begins a new one. Source: decisions §1. */
export function traceIdOf(call: Pick<Call, 'headers'>, random: { hex(digits: number): string }): string {
  const given = header(call.headers, 'traceparent')
  const span = random.hex(16)
  return given !== undefined && parent.test(given) ? `${given.slice(0, 36)}${span}${given.slice(52)}` : `00-${random.hex(32)}-${span}-00`
}
