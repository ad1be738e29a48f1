/** THE TABLE of example clients: for each verdict one that is good, and one that is not. The page of verdicts shows them. */
import { files } from './files.ts'
import { habits } from './habits.ts'
import type { Clients } from './kit.ts'
import { orders } from './orders.ts'
import { webhooks } from './webhooks.ts'

export const clients: Readonly<Record<string, Clients>> = { ...orders, ...files, ...webhooks, ...habits }
