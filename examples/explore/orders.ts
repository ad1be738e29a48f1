/** Correct client: uses the invoice number as idempotencyId, so a retried order sends nothing twice. */
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

process.exitCode = await sendInvoices({ habits: careful, idOf: (number) => number })
