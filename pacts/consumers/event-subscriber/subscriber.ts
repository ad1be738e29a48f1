/** A consumer of events: it learns from them which file transfer to look at. */

/** What an event asks of the subscriber. */
export interface Notice {
  readonly event: string
  /** `Sender` or `Recipient`: in which role the subscriber is told. */
  readonly role: string
  readonly fileTransferId: string
  /** The organization that is told, nine digits. */
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
    /** Undefined for an event that asks nothing: the one that validates a subscription, and one that came before. */
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
