/** Careful: the number of the invoice is the idempotencyId, so a repeated order sends nothing twice. */
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

process.exitCode = await sendInvoices({ habits: careful, idOf: (number) => number })
