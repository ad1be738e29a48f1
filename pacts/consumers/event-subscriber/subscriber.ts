/** A consumer that uses events to find out which file transfers have changed. */

/** The parts of a file transfer event that the subscriber uses. */
export interface Notice {
  readonly event: string
  /** The subscriber's role: `Sender` or `Recipient`. */
  readonly role: string
  readonly fileTransferId: string
  /** The subscriber's organization number, nine digits. */
  readonly orgNo: string
}

interface Event {
  readonly id: string
  readonly type: string
  readonly subject?: string
  readonly resourceinstance?: string
  readonly data?: { readonly Role: string }
}

const prefix = 'no.altinn.broker.'

export function createSubscriber() {
  const handled = new Set<string>()
  return {
    /** Returns undefined for an event that requires no action: a validation, or a duplicate. */
    receive({ id, type, subject = '', resourceinstance = '', data }: Event): Notice | undefined {
      if (handled.has(id) || !type.startsWith(prefix)) return undefined
      handled.add(id)
      return {
        event: type.slice(prefix.length),
        role: data?.Role ?? '',
        fileTransferId: resourceinstance,
        orgNo: subject.slice(subject.lastIndexOf(':') + 1),
      }
    },
  }
}
