/** Checks in checked mode, which tests use, that a reply fits the schema of its row. */
import type { z } from 'zod'
import type { Walk } from '../walk.ts'

/** Throws for a reply that does not fit: that is a defect of Standin. */
export function checkReply({ dependencies }: Walk, { schema }: { readonly schema: z.ZodType }, body: unknown): void {
  if (dependencies.checked) schema.parse(body)
}
