/** The schema of names from outside. */
import { z } from 'zod'

/** A name that the types do not know. */
export const anyNameSchema = z.string().brand<'name'>()
