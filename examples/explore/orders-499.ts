/** Planted bug: gives up after a 499, although the order may exist. */
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

const mayPass = (status: number) => status !== 499 && careful.mayPass(status)

process.exitCode = await sendInvoices({ habits: { ...careful, mayPass }, idOf: (number) => number })
