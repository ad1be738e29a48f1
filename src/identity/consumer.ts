/** As whom a caller subscribes to events. Source: events §4.3, authentication §5.3. */
import type { Caller } from './caller.ts'

/** Undefined when its token names nobody. */
export function consumerOf({ org, user, systemUser, orgNo }: Caller): string | undefined {
  if (org !== undefined) return `/org/${org}`
  if (user !== undefined) return `/user/${user}`
  if (systemUser !== undefined) return `/systemuser/${systemUser}`
  return orgNo === undefined ? undefined : `/organisation/${orgNo}`
}

export const isServiceOwner = (consumer: string): boolean => consumer.startsWith('/org/')
