/** Planted defect: takes the seconds of Retry-After for milliseconds. */
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

const wait = (attempt: number, asked: number | null) => asked ?? careful.wait(attempt, null)

process.exitCode = await sendInvoices({ habits: { ...careful, wait }, idOf: (number) => number })
