/** Planted defect: takes the seconds of Retry-After for milliseconds. */
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

const wait = (attempt: number, asked: string | null) => (asked === null ? careful.wait(attempt, null) : Number(asked))

process.exitCode = await sendInvoices({ habits: { ...careful, wait }, idOf: (number) => number })
