/** A parameter that the framework demands by its name. Source: notifications §14.6. */
import { z } from 'zod'

/** `name` is the name of the service's parameter. */
export const demanded = (name: string, about: string) =>
  z
    .string({ error: `A value for the '${name}' parameter or property was not provided.` })
    .min(1, { error: `The ${name} field is required.` })
    .describe(about)
