/** Planted bug: treats Retry-After seconds as milliseconds. */
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

const wait = (attempt: number, asked: number | null) => asked ?? careful.wait(attempt, null)

process.exitCode = await sendInvoices({ habits: { ...careful, wait }, idOf: (number) => number })
