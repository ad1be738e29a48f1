/** Planted bug: uses a new idempotencyId for each attempt, so an order whose reply is lost is placed twice. */
import { randomUUID } from 'node:crypto'
import { sendInvoices } from './order-session.ts'
import { careful } from './service.ts'

process.exitCode = await sendInvoices({ habits: careful, idOf: () => randomUUID() })
