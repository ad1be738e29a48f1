/** The fixtures and scenarios for browsers, written by tools/make-browser-data.ts. */
import type { Fixtures } from '../src/state/world.ts'

export const fixtures: Fixtures = {
  people: [
    {
      number: '12838590150',
      name: 'Oda Wold',
      condition: 'bothChannels',
      email: 'oda.wold@example.org',
      mobile: '+4799991001',
    },
    {
      number: '04846346916',
      name: 'Celine Solheim',
      condition: 'bothChannels',
      email: 'celine.solheim@example.org',
      mobile: '99991002',
    },
    {
      number: '15897238427',
      name: 'Jenny Glosli',
      condition: 'bothChannels',
      email: 'jenny.glosli@example.org',
      mobile: '004799991003',
    },
    {
      number: '25915901339',
      name: 'Maja Andresen Nilsen',
      condition: 'bothChannels',
      email: 'maja.andresen-nilsen@example.com',
      mobile: '+4799991004',
    },
    {
      number: '24867542562',
      name: 'Frida Kristoffersen',
      condition: 'bothChannels',
      email: 'frida.kristoffersen@example.org',
      mobile: '+4799991005',
    },
    {
      number: '21857502180',
      name: 'Sebastian Wold Bjørnstad',
      condition: 'emailOnly',
      email: 'sebastian.wold-bjornstad@example.org',
    },
    {
      number: '09866348569',
      name: 'Fredrik Borge Bjerke',
      condition: 'mobileOnly',
      mobile: '+4799991007',
    },
    {
      number: '02838039440',
      name: 'Anders Ryan',
      condition: 'noDetails',
    },
    {
      number: '07879132295',
      name: 'Jonathan Solheim Kristiansen',
      condition: 'unverified',
      verified: false,
      email: 'jonathan.solheim-kristiansen@example.org',
      mobile: '+4799991009',
    },
    {
      number: '24867008388',
      name: 'Eirik Strand Larsen',
      condition: 'invalidEmail',
      email: 'eirik.strand-larsen@example',
    },
    {
      number: '26907431842',
      name: 'Emma Bjørnstad',
      condition: 'invalidMobile',
      mobile: '+4750000004',
    },
    {
      number: '14929942842',
      name: 'Synne Borge Jensen',
      condition: 'stale',
      email: 'synne.borge-jensen@example.org',
      mobile: '+4799991012',
      updated: '2021-03-15',
    },
    {
      number: '26878530828',
      name: 'Anders Mathisen Olsen',
      condition: 'reserved',
      email: 'anders.mathisen-olsen@example.org',
      mobile: '+4799991013',
      reserved: true,
    },
    {
      number: '24816028597',
      name: 'Benjamin Jacobsen',
      condition: 'reservedWithoutDetails',
      reserved: true,
    },
  ],
  organizations: [
    {
      number: '991825827',
      name: 'Testdepartementet',
      condition: 'emailOnly',
      emails: ['post@example.org', 'accounts@example.org'],
      mobiles: [],
      serviceOwner: 'ttd',
    },
    {
      number: '974760673',
      name: 'Brønnøysundregistrene',
      condition: 'officialAddresses',
      emails: ['firmapost@example.com'],
      mobiles: ['+4799991511'],
      serviceOwner: 'brg',
    },
    {
      number: '347147753',
      name: 'Jensen Regnskap AS',
      condition: 'officialAddresses',
      emails: ['post@jensen-regnskap-as.example'],
      mobiles: ['+4799991521'],
    },
    {
      number: '370916446',
      name: 'Bakken Regnskap AS',
      condition: 'officialAddresses',
      emails: ['kontakt@bakken-regnskap-as.example'],
      mobiles: ['99991531'],
    },
    {
      number: '375464780',
      name: 'Wold Regnskap AS',
      condition: 'severalAddresses',
      emails: ['post@wold-regnskap-as.example', 'regnskap@wold-regnskap-as.example', 'Post@wold-regnskap-as.example'],
      mobiles: ['+4799991541', '+4799991542', '99991541'],
    },
    {
      number: '370907188',
      name: 'Jørgensen Holm Trevare AS',
      condition: 'emailOnly',
      emails: ['post@jorgensen-holm-trevare-as.example'],
      mobiles: [],
    },
    {
      number: '326403849',
      name: 'Røed Regnskap AS',
      condition: 'mobileOnly',
      emails: [],
      mobiles: ['+4799991561'],
    },
    {
      number: '375969076',
      name: 'Hansen Hagebruk AS',
      condition: 'noDetails',
      emails: [],
      mobiles: [],
    },
    {
      number: '393455349',
      name: 'Jensen Bygg AS',
      condition: 'unverified',
      verified: false,
      emails: ['post@jensen-bygg-as.example'],
      mobiles: ['+4799991581'],
    },
    {
      number: '374774050',
      name: 'Svendsen Tangen Frakt AS',
      condition: 'userAddresses',
      emails: ['post@svendsen-tangen-frakt-as.example'],
      mobiles: ['+4799991591'],
      users: [
        {
          email: 'leder@svendsen-tangen-frakt-as.example',
          mobile: '+4799991592',
        },
        {
          mobile: '+4799991593',
          resources: ['standin-plain'],
          actions: ['read', 'sign'],
        },
      ],
    },
  ],
  resources: [
    {
      id: 'standin-plain',
      owner: '991825827',
      timeToLive: 2592000000,
      purgeAfterConfirmed: true,
      gracePeriod: 7200000,
      unscannedApproved: false,
    },
    {
      id: 'standin-kept',
      owner: '991825827',
      timeToLive: 86400000,
      purgeAfterConfirmed: false,
      unscannedApproved: false,
    },
    {
      id: 'standin-short',
      owner: '991825827',
      timeToLive: 600000,
      purgeAfterConfirmed: true,
      gracePeriod: 60000,
      unscannedApproved: false,
    },
    {
      id: 'standin-small',
      owner: '991825827',
      maxFileTransferSize: 1048576,
      purgeAfterConfirmed: true,
      unscannedApproved: false,
    },
    {
      id: 'standin-unscanned',
      owner: '974760673',
      purgeAfterConfirmed: true,
      unscannedApproved: true,
    },
    {
      id: 'standin-access-list',
      owner: '974760673',
      purgeAfterConfirmed: true,
      accessList: ['0192:370916446', '0192:375464780'],
      unscannedApproved: false,
    },
    {
      id: 'standin-required-party',
      owner: '991825827',
      purgeAfterConfirmed: true,
      requiredParty: '0192:991825827',
      unscannedApproved: false,
    },
    {
      id: 'standin-unconfigured',
      owner: '991825827',
      purgeAfterConfirmed: true,
      unscannedApproved: false,
      configured: false,
    },
    {
      id: 'standin-unregistered',
      owner: '991825827',
      purgeAfterConfirmed: true,
      unscannedApproved: false,
      registered: false,
    },
  ],
  callers: [],
}

export const scenarios: Readonly<Record<string, unknown>> = {
  'bad-day': {
    summary: 'A bit of everything - failures, slowness, lost replies, bounces and infected files',
    description:
      'Drawn from the seed: the same calls in the same order have the same bad day. One call in ten or so goes wrong on the way, some lookups find the register down, and a few messages and files come to nothing.\n',
    guidance:
      'Go on regardless: set timeouts, retry with backoff and the same idempotencyId, and look at what became of every message and file.\n',
    rules: [
      {
        on: 'all',
        probability: 0.04,
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
      {
        on: 'all',
        probability: 0.03,
        disconnect: {
          when: 'after-work',
        },
      },
      {
        on: 'all',
        probability: 0.02,
        disconnect: {
          when: 'before-work',
        },
      },
      {
        on: 'all',
        probability: 0.02,
        respond: {
          status: 502,
        },
      },
      {
        on: 'all',
        probability: 0.2,
        latency: {
          p50: 'PT0.05S',
          p99: 'PT0.5S',
        },
      },
      {
        probability: 0.1,
        outage: 'register',
      },
      {
        probability: 0.1,
        outcome: {
          status: 'Email_Failed_Bounced',
        },
      },
      {
        probability: 0.1,
        scan: 'infected',
      },
    ],
  },
  'bad-gateway': {
    summary: 'A proxy answers 502 with a page of HTML',
    guidance: 'Do not expect problem details of a 5xx. Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        respond: {
          status: 502,
          headers: {
            'content-type': 'text/html',
          },
          body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
        },
      },
    ],
  },
  'bad-request': {
    summary: 'Every call is refused with 400, as if it made no sense',
    description: 'The reply has no errors that name a field; nothing is done.',
    guidance: 'Do not retry. Log the reply, whose errors say what is wrong, and correct the request.',
    rules: [
      {
        on: 'notifications',
        refuse: {
          code: 'validation',
        },
      },
      {
        on: 'fileTransfer',
        refuse: {
          code: 'validation',
        },
      },
      {
        on: 'resources',
        refuse: {
          code: 'validation',
        },
      },
      {
        on: 'events',
        refuse: {
          code: 'validation',
        },
      },
    ],
  },
  'cancelled-after-commit': {
    summary: 'Every call is held after its work, until the client gives up',
    description:
      "For a client with a timeout: what it gives up is 499 NOT-00002 in the journal, and has been done all the same. To let a client's own retry through, use order-timeout-after-commit.\n",
    guidance: 'Retry with the same idempotencyId. The retry is answered 200 with the ids of the first call.',
    rules: [
      {
        on: 'all',
        hold: {
          when: 'after-work',
        },
      },
    ],
  },
  'cancelled-before-commit': {
    summary: 'Every call is held before its work, until the client gives up',
    description:
      "For a client with a timeout: what it gives up is 499 NOT-00002 in the journal, and has not been done. Who waits for a minute is answered as ever. To let a client's own retry through, use order-timeout-before-commit.\n",
    guidance: 'Retry with the same idempotencyId. The retry is the first call that the service works on.',
    rules: [
      {
        on: 'all',
        hold: {
          when: 'before-work',
        },
      },
    ],
  },
  cancelled: {
    summary: 'Every call is answered 499 NOT-00002, as if its client had left',
    description: 'The reply is there to be read, and nothing has been done.',
    guidance: 'Retry; an order with the same idempotencyId is not placed twice.',
    rules: [
      {
        on: 'all',
        refuse: {
          code: 'NOT-00002',
        },
      },
    ],
  },
  'clock-ahead': {
    summary: 'The clock of the service is an hour ahead, so that fresh tokens have expired',
    guidance: 'Do not go on fetching tokens. Compare the clocks, and alert somebody.',
    rules: [
      {
        on: 'all',
        skew: 'PT1H',
      },
    ],
  },
  'clock-behind': {
    summary: 'The clock of the service is an hour behind, so that fresh tokens are not valid yet',
    guidance: 'Do not go on fetching tokens. Compare the clocks, and alert somebody.',
    rules: [
      {
        on: 'all',
        skew: '-PT1H',
      },
    ],
  },
  'confirm-lost-reply': {
    summary: 'The confirmation is stored, but its reply never arrives',
    guidance: "Read the overview before confirming again; the last recipient's second confirmation is refused with BRO-00010.",
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        calls: 1,
        disconnect: {
          when: 'after-work',
        },
      },
    ],
  },
  'connection-closed': {
    summary: 'Every connection is closed before anything is done',
    guidance: 'Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        disconnect: {
          when: 'before-work',
          how: 'end',
        },
      },
    ],
  },
  'connection-reset': {
    summary: 'Every connection is reset before anything is done',
    guidance: 'Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        disconnect: {
          when: 'before-work',
          how: 'reset',
        },
      },
    ],
  },
  'download-interrupted': {
    summary: 'The first download breaks off after 10 bytes',
    guidance: 'Ask for the rest with a Range header.',
    rules: [
      {
        on: 'fileTransfer.download',
        calls: 1,
        disconnect: {
          when: 'after-work',
          afterBytes: 10,
        },
      },
    ],
  },
  'download-stalled': {
    summary: 'Every download trickles, a byte a second',
    guidance: 'Set a timeout for silence and one for the whole, and go on with a Range header.',
    rules: [
      {
        on: 'fileTransfer.download',
        throttle: {
          down: 1,
        },
      },
    ],
  },
  'download-truncated': {
    summary: 'Every download ends after 10 bytes, as if that were all of it',
    guidance: 'Compare the length with fileTransferSize of the overview, and the bytes with its checksum.',
    rules: [
      {
        on: 'fileTransfer.download',
        truncate: {
          afterBytes: 10,
        },
      },
    ],
  },
  'email-bounced': {
    summary: 'Every email bounces',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Take the address out of use, and reach the recipient by another channel.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_Bounced',
        },
      },
    ],
  },
  'email-failed': {
    summary: 'Every email fails, for reasons that nobody gives',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Order again later, with a new idempotencyId.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed',
        },
      },
    ],
  },
  'email-filtered-spam': {
    summary: 'Every email is filtered as spam',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Look at sender and content; reach the recipient by another channel.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_FilteredSpam',
        },
      },
    ],
  },
  'email-invalid-format': {
    summary: 'The email provider takes no address for one',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Correct the address.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_InvalidFormat',
        },
      },
    ],
  },
  'email-no-report': {
    summary: 'No email is ever reported on, and each is given up after 48 hours',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Do not wait for a final status; the message may have arrived.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_TTL',
        },
      },
    ],
  },
  'email-payload-too-large': {
    summary: 'Every email is too large for the email provider',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Shorten the text.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_PayloadTooLarge',
        },
      },
    ],
  },
  'email-quarantined': {
    summary: 'Every email is quarantined by the mail server of its recipient',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Look at sender and content; reach the recipient by another channel.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_Quarantined',
        },
      },
    ],
  },
  'email-recipient-not-identified': {
    summary: 'Everybody who is looked up for an email has lost the address by the time of sending',
    description: "Orders are accepted as ever; they end when they are processed. What goes to an address of the order's own is sent.",
    guidance: 'Look at the shipment or the feed, and ask the recipient for an address.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_RecipientNotIdentified',
        },
      },
    ],
  },
  'email-recipient-reserved': {
    summary: 'Everybody who is looked up for an email has reserved against digital communication',
    description: "Orders are accepted as ever; they end when they are processed. What goes to an address of the order's own is sent.",
    guidance: 'Expect such recipients, and reach them on paper; where the law allows it, ignoreReservation lets an order through.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_RecipientReserved',
        },
      },
    ],
  },
  'email-suppressed': {
    summary: 'Every address is on the suppression list of the email provider',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Take the address out of use: the list remembers former bounces.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_SuppressedRecipient',
        },
      },
    ],
  },
  'expired-transfer': {
    summary: 'The file has expired - it can neither be downloaded nor confirmed',
    description:
      'As once the expiration time has passed; the overview goes on showing the real status. To let a file transfer really expire, advance the clock past its expirationTime.\n',
    guidance: 'Download in time. Ask the sender for a new file transfer.',
    rules: [
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00007',
        },
      },
      {
        on: 'fileTransfer.confirmDownload',
        refuse: {
          code: 'BRO-00010',
        },
      },
    ],
  },
  'fail-every-third': {
    summary: 'Every third call is refused with NOT-00004',
    guidance: 'Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        on: 'notifications',
        calls: {
          every: 3,
        },
        refuse: {
          code: 'NOT-00004',
        },
      },
      {
        on: 'fileTransfer',
        calls: {
          every: 3,
        },
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'fail-twice-then-succeed': {
    summary: 'Two calls are refused with NOT-00004, the third succeeds',
    guidance: 'Retry with backoff and the same idempotencyId, at least twice.',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: '1-2',
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
    ],
  },
  'file-not-ready': {
    summary: 'No file is ready for download, which is refused with BRO-00007',
    guidance: 'Read the overview until the status is Published, or wait for the event.',
    rules: [
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00007',
        },
      },
    ],
  },
  'file-too-large': {
    summary: 'Every upload is past the largest size, which is refused with BRO-00016',
    guidance: 'Do not retry. Send a smaller file, or have the limit of the resource raised.',
    rules: [
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00016',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00016',
        },
      },
    ],
  },
  'file-transfer-not-found': {
    summary: 'No file transfer is found, which is answered with BRO-00001',
    guidance: 'Check the id and the environment, and that initializing was answered 200.',
    rules: [
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00001',
        },
      },
      {
        on: 'fileTransfer.overview',
        refuse: {
          code: 'BRO-00001',
        },
      },
      {
        on: 'fileTransfer.details',
        refuse: {
          code: 'BRO-00001',
        },
      },
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00001',
        },
      },
      {
        on: 'fileTransfer.confirmDownload',
        refuse: {
          code: 'BRO-00001',
        },
      },
    ],
  },
  'flapping-authorization': {
    summary: 'The authorization service is down for 2 of every 10 seconds',
    description: "From the moment of switching on, by the world's clock.",
    guidance: 'Retry with backoff; the next try is likely to succeed.',
    rules: [
      {
        outage: 'authorization',
        for: 'PT2S',
        every: 'PT10S',
      },
    ],
  },
  'flapping-database': {
    summary: 'The database is down for 2 of every 10 seconds',
    description: "From the moment of switching on, by the world's clock.",
    guidance: 'Retry with backoff; the next try is likely to succeed.',
    rules: [
      {
        outage: 'database',
        for: 'PT2S',
        every: 'PT10S',
      },
    ],
  },
  'flapping-register': {
    summary: 'The contact register is down for 2 of every 10 seconds',
    description: "From the moment of switching on, by the world's clock.",
    guidance: 'Retry with backoff and the same idempotencyId; the next try is likely to succeed.',
    rules: [
      {
        outage: 'register',
        for: 'PT2S',
        every: 'PT10S',
      },
    ],
  },
  'flapping-storage': {
    summary: 'The file storage is down for 2 of every 10 seconds',
    description: "From the moment of switching on, by the world's clock.",
    guidance: 'Retry with backoff; the next try is likely to succeed.',
    rules: [
      {
        outage: 'storage',
        for: 'PT2S',
        every: 'PT10S',
      },
    ],
  },
  forbidden: {
    summary: 'No token is enough, which is answered 403',
    guidance: 'Do not retry. Ask for the scope that the reply names.',
    rules: [
      {
        on: 'notifications',
        refuse: {
          code: 'forbidden',
        },
      },
      {
        on: 'fileTransfer',
        refuse: {
          code: 'forbidden',
        },
      },
      {
        on: 'resources',
        refuse: {
          code: 'forbidden',
        },
      },
      {
        on: 'events',
        refuse: {
          code: 'forbidden',
        },
      },
      {
        on: 'resumableUpload',
        refuse: {
          code: 'forbidden',
        },
      },
    ],
  },
  'garbled-content-type': {
    summary: 'Every reply claims to be HTML',
    guidance: 'Look at the content type before parsing; retry with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        garble: 'content-type',
      },
    ],
  },
  'garbled-json': {
    summary: 'No JSON can be parsed',
    description: 'Everything is done as ever; only its reply is broken. What is not JSON, a download for example, is left alone.',
    guidance: 'Treat it as a reply that never arrived, and retry with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        garble: 'json',
      },
    ],
  },
  'gateway-timeout': {
    summary: 'A proxy answers 504 with nothing to read',
    guidance: 'Do not take it for a refusal. Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        respond: {
          status: 504,
        },
      },
    ],
  },
  hanging: {
    summary: 'Nothing is answered for a minute',
    guidance: 'Set a timeout well below a minute, and retry with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        latency: 'PT60S',
      },
    ],
  },
  'infected-file': {
    summary: 'Every file turns out to be infected',
    guidance: 'Watch for the status Failed after the upload, and tell the sender what was found.',
    rules: [
      {
        scan: 'infected',
      },
    ],
  },
  'internal-error': {
    summary: 'Everything is answered 500, with nothing to read',
    guidance: 'Retry with backoff a few times, orders with the same idempotencyId; then give up and alert somebody.',
    rules: [
      {
        on: 'all',
        respond: {
          status: 500,
        },
      },
    ],
  },
  'lost-reply': {
    summary: 'Everything is done, but no reply ever arrives',
    description: "To let a client's own retry through, use order-lost-reply or confirm-lost-reply.",
    guidance: 'Retry with the same idempotencyId. Read the status of a file transfer before doing anything with it again.',
    rules: [
      {
        on: 'all',
        disconnect: {
          when: 'after-work',
        },
      },
    ],
  },
  'missing-contact-information': {
    summary: 'Nobody in an order can be reached, which is refused with NOT-00001',
    description: 'Whoever the order is for. For a single recipient without contact details, order to one of docs/recipients.md.\n',
    guidance:
      'Check the identity or organization number. For an instant notification, give the email address or phone number yourself instead of having it looked up.\n',
    rules: [
      {
        on: 'notifications.createOrder',
        refuse: {
          code: 'NOT-00001',
        },
      },
    ],
  },
  'no-access': {
    summary: 'The caller has no right to any resource or file transfer, which is refused with BRO-00006',
    guidance: 'Do not retry. Check the organization of the token, the resource, and who is sender and recipient.',
    rules: [
      {
        on: 'fileTransfer',
        refuse: {
          code: 'BRO-00006',
        },
      },
      {
        on: 'resumableUpload',
        refuse: {
          code: 'BRO-00006',
        },
      },
    ],
  },
  'order-lost-reply': {
    summary: 'The order is stored, but its reply never arrives',
    description:
      'The first call is cut after the work, so that the client cannot know whether its order exists. Whatever comes next is answered as usual.\n',
    guidance: 'Retry with the same idempotencyId. The retry is answered 200 with the ids of the first call; nothing is ordered twice.',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: 1,
        disconnect: {
          when: 'after-work',
        },
      },
    ],
  },
  'order-timeout-after-commit': {
    summary: 'The first try of every order is held after the order is stored; its retry goes through',
    guidance: 'Retry with the same idempotencyId, which is answered 200 with the ids of the first call; nothing is ordered twice.',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: 1,
        per: 'idempotencyId',
        hold: {
          when: 'after-work',
        },
      },
    ],
  },
  'order-timeout-before-commit': {
    summary: 'The first try of every order is held before anything is done; its retry goes through',
    guidance: 'Retry with the same idempotencyId, which is answered 201.',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: 1,
        per: 'idempotencyId',
        hold: {
          when: 'before-work',
        },
      },
    ],
  },
  'outage-all': {
    summary: 'No internal service can be reached',
    guidance: 'Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        outage: ['register', 'names', 'authorization', 'resource-registry', 'sms', 'email', 'storage', 'scanner', 'events', 'database'],
      },
    ],
  },
  'outage-authorization': {
    summary: 'The authorization service cannot be reached',
    description:
      'Whatever is done with a file transfer is refused. Orders are accepted; those that name a resource wait until it is back.\n',
    guidance: 'Retry with backoff; nothing has been changed.',
    rules: [
      {
        outage: 'authorization',
      },
    ],
  },
  'outage-database': {
    summary: 'The database cannot be reached',
    description: 'Every row of the service is refused, retries of what was accepted included, and nothing moves until it is back.',
    guidance: 'Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        outage: 'database',
      },
    ],
  },
  'outage-email': {
    summary: 'The email sender cannot be reached',
    description: 'Instant emails are refused. Orders are accepted, and their emails stay new until it is back.',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing to do about orders that were accepted.',
    rules: [
      {
        outage: 'email',
      },
    ],
  },
  'outage-events': {
    summary: 'The events service cannot be reached',
    description: 'Everything else goes on, and what happens meanwhile is never published.',
    guidance: 'Poll the overview, if seldom, beside listening to events.',
    rules: [
      {
        outage: 'events',
      },
    ],
  },
  'outage-names': {
    summary: 'The register of names cannot be reached',
    description: 'Orders are accepted; those whose texts have keywords wait until it is back.',
    guidance: 'Nothing to do. A shipment that is not completed yet is not lost.',
    rules: [
      {
        outage: 'names',
      },
    ],
  },
  'outage-register-later': {
    summary: 'The contact register goes down for ten minutes, a minute from now',
    description: 'Orders that were accepted before, and fall due meanwhile, wait until it is back; nothing of them is lost.',
    guidance: 'Nothing to do. A shipment that is not completed yet is not lost.',
    rules: [
      {
        outage: 'register',
        after: 'PT1M',
        for: 'PT10M',
      },
    ],
  },
  'outage-register': {
    summary: 'The contact register cannot be reached',
    description:
      'Orders that need contact details looked up are refused; orders with an address of their own are not. What was accepted before is looked up when the register is back.\n',
    guidance: 'Retry with backoff and the same idempotencyId.',
    rules: [
      {
        outage: 'register',
      },
    ],
  },
  'outage-resource-registry': {
    summary: 'The resource registry cannot be reached',
    description: 'No file transfer can be initialized; what has been is untouched.',
    guidance: 'Retry with backoff; no file transfer has been made.',
    rules: [
      {
        outage: 'resource-registry',
      },
    ],
  },
  'outage-scanner': {
    summary: 'The virus scanner cannot be reached',
    description: 'Uploads are accepted, and wait for their scan until it is back.',
    guidance: 'Go on polling, at growing intervals, or listen to events.',
    rules: [
      {
        outage: 'scanner',
      },
    ],
  },
  'outage-sms': {
    summary: 'The SMS sender cannot be reached',
    description: 'Instant SMS are refused. Orders are accepted, and their SMS stay new until it is back.',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing to do about orders that were accepted.',
    rules: [
      {
        outage: 'sms',
      },
    ],
  },
  'outage-storage': {
    summary: 'The file storage cannot be reached',
    description: 'Uploads and downloads are refused. Files that expire meanwhile are removed when it is back.',
    guidance: 'Retry with backoff, uploads from their beginning.',
    rules: [
      {
        outage: 'storage',
      },
    ],
  },
  'rate-limit-all': {
    summary: 'Every limited row is past its limit',
    description: 'Each caller has nothing left of a row from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on.',
    rules: [
      {
        exhaust: {},
      },
    ],
  },
  'rate-limit-burst': {
    summary: 'A burst goes just past the limit - five more calls of each limited row, and no sixth',
    guidance: 'Spread calls over the minute by what the RateLimit field says is left.',
    rules: [
      {
        exhaust: {
          left: 5,
        },
      },
    ],
  },
  'rate-limit-confirm-download': {
    summary: 'Confirming a download is past its limit of 120 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        exhaust: {},
      },
    ],
  },
  'rate-limit-details': {
    summary: 'Reading the details of a file transfer is past its limit of 30 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on. Poll the overview instead, whose limit is higher.',
    rules: [
      {
        on: 'fileTransfer.details',
        exhaust: {},
      },
    ],
  },
  'rate-limit-download': {
    summary: 'Downloading a file is past its limit of 120 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on.',
    rules: [
      {
        on: 'fileTransfer.download',
        exhaust: {},
      },
    ],
  },
  'rate-limit-initialize-and-upload': {
    summary: 'Uploading a file by form is past its limit of 120 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on.',
    rules: [
      {
        on: 'fileTransfer.initializeAndUpload',
        exhaust: {},
      },
    ],
  },
  'rate-limit-initialize': {
    summary: 'Initializing a file transfer is past its limit of 120 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        exhaust: {},
      },
    ],
  },
  'rate-limit-overview': {
    summary: 'Reading the status of a file transfer is past its limit of 120 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on. Poll less often, or subscribe to events instead.',
    rules: [
      {
        on: 'fileTransfer.overview',
        exhaust: {},
      },
    ],
  },
  'rate-limit-recovery': {
    summary: 'The limit is exhausted for two seconds, and recovers as Retry-After says',
    description: "Two seconds of the world's clock, from the moment of switching on.",
    guidance: 'Wait as many seconds as Retry-After says. Who comes back sooner is refused again.',
    rules: [
      {
        on: 'fileTransfer',
        for: 'PT2S',
        refuse: {
          code: 'rate-limited',
          retryAfter: 2,
        },
      },
    ],
  },
  'rate-limit-search': {
    summary: 'Searching file transfers is past its limit of 30 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on. Widen the filters instead of searching more often.',
    rules: [
      {
        on: 'fileTransfer.search',
        exhaust: {},
      },
    ],
  },
  'rate-limit-upload': {
    summary: 'Uploading a file is past its limit of 120 calls a minute',
    description: 'Each caller has nothing left from its first call on; a minute later it has the whole limit again.',
    guidance: 'Wait as many seconds as Retry-After says, then go on.',
    rules: [
      {
        on: 'fileTransfer.upload',
        exhaust: {},
      },
    ],
  },
  'shipment-not-found': {
    summary: 'No shipment is found, which is answered with NOT-00003',
    guidance: 'Check the id, the environment and the organization of the token, and that the order was answered 201 or 200.',
    rules: [
      {
        on: 'notifications.getShipment',
        refuse: {
          code: 'NOT-00003',
        },
      },
    ],
  },
  'slow-reads': {
    summary: 'Reading takes its time; half of the calls wait 40 ms, one in a hundred 400 ms',
    guidance: 'Set a timeout, and leave room for the slowest.',
    rules: [
      {
        on: 'fileTransfer.overview',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
      {
        on: 'notifications.getShipment',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
    ],
  },
  'slow-scan': {
    summary: 'Every virus scan takes five minutes',
    guidance: 'Go on polling, at growing intervals, or listen to events.',
    rules: [
      {
        scan: 'slow',
      },
    ],
  },
  slow: {
    summary: 'Everything is slow - half of the calls wait 100 ms or more, one in a hundred a second or more',
    guidance: 'Set a timeout that the slowest good reply stays within, and do not wait in line.',
    rules: [
      {
        on: 'all',
        latency: {
          p50: 'PT0.1S',
          p99: 'PT1S',
        },
      },
    ],
  },
  'sms-barred': {
    summary: 'Every phone is barred from receiving SMS',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Reach the recipient by another channel.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_BarredReceiver',
        },
      },
    ],
  },
  'sms-deleted': {
    summary: 'Every SMS is deleted before it reaches the phone',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Order again later, with a new idempotencyId, or by email.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Deleted',
        },
      },
    ],
  },
  'sms-expired': {
    summary: 'Every SMS expires before the phone is reached',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Order again with a longer timeToLiveInSeconds, or by email.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Expired',
        },
      },
    ],
  },
  'sms-failed': {
    summary: 'Every SMS fails, for reasons that nobody gives',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Order again later, with a new idempotencyId.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed',
        },
      },
    ],
  },
  'sms-invalid-recipient': {
    summary: 'The SMS provider takes no number for one',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Correct the number.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_InvalidRecipient',
        },
      },
    ],
  },
  'sms-no-report': {
    summary: 'No SMS is ever reported on, and each is given up',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Do not wait for a final status; the message may have arrived.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_TTL',
        },
      },
    ],
  },
  'sms-recipient-not-identified': {
    summary: 'Everybody who is looked up for a text message has lost the address by the time of sending',
    description: "Orders are accepted as ever; they end when they are processed. What goes to an address of the order's own is sent.",
    guidance: 'Look at the shipment or the feed, and ask the recipient for an address.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_RecipientNotIdentified',
        },
      },
    ],
  },
  'sms-recipient-reserved': {
    summary: 'Everybody who is looked up for a text message has reserved against digital communication',
    description: "Orders are accepted as ever; they end when they are processed. What goes to an address of the order's own is sent.",
    guidance: 'Expect such recipients, and reach them on paper; where the law allows it, ignoreReservation lets an order through.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_RecipientReserved',
        },
      },
    ],
  },
  'sms-rejected': {
    summary: 'Every SMS is rejected by the operator',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Look at sender and content; reach the recipient by another channel.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Rejected',
        },
      },
    ],
  },
  'sms-undelivered': {
    summary: 'No SMS can be delivered',
    description: 'Orders are accepted as ever; it is in the shipment, the feed and the outbox that they end so.',
    guidance: 'Order again later, with a new idempotencyId, or by email.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Undelivered',
        },
      },
    ],
  },
  'some-emails-bounce': {
    summary: 'Three emails in ten bounce, drawn from the seed',
    guidance: 'Look at every recipient of a shipment; do not take Order_Completed for delivered.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_Bounced',
          share: 0.3,
        },
      },
    ],
  },
  'stuck-scan': {
    summary: 'No virus scan ever ends',
    description: 'What has been uploaded meanwhile stays as it is, also when the scenario is switched off.',
    guidance: 'Give up waiting after a while, and alert somebody.',
    rules: [
      {
        scan: 'stuck',
      },
    ],
  },
  'throttled-download': {
    summary: 'Downloads come out at 50 kB a second',
    guidance: 'Write to disk while you read, and let the timeout grow with the size of the file.',
    rules: [
      {
        on: 'fileTransfer.download',
        throttle: {
          down: 50000,
        },
      },
    ],
  },
  'throttled-upload': {
    summary: 'Uploads go in at 50 kB a second',
    guidance: 'Stream what you send, and let the timeout grow with the size of the file.',
    rules: [
      {
        on: 'fileTransfer.upload',
        throttle: {
          up: 50000,
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        throttle: {
          up: 50000,
        },
      },
      {
        on: 'resumableUpload.appendToUpload',
        throttle: {
          up: 50000,
        },
      },
    ],
  },
  unauthorized: {
    summary: 'No token is accepted, which is answered 401',
    guidance: 'Fetch a new token, once, and retry; then give up.',
    rules: [
      {
        on: 'notifications',
        refuse: {
          code: 'unauthenticated',
        },
      },
      {
        on: 'fileTransfer',
        refuse: {
          code: 'unauthenticated',
        },
      },
      {
        on: 'resources',
        refuse: {
          code: 'unauthenticated',
        },
      },
      {
        on: 'events',
        refuse: {
          code: 'unauthenticated',
        },
      },
      {
        on: 'resumableUpload',
        refuse: {
          code: 'unauthenticated',
        },
      },
    ],
  },
  'unavailable-cancel-order': {
    summary: 'Cancelling an order fails with 503 NOT-00004',
    guidance: 'Retry with backoff, well before the send time; until it is answered, the order may still be sent.',
    rules: [
      {
        on: 'notifications.cancelOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-confirm-download': {
    summary: 'Confirming a download fails with 503 NOT-00004',
    guidance: 'Retry with backoff; nothing has been confirmed.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-instant-email': {
    summary: 'Sending an instant email fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId; nothing is sent twice.',
    rules: [
      {
        on: 'notifications.createInstantEmail',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-instant-order': {
    summary: 'Sending an instant SMS by the older form fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId; nothing is sent twice.',
    rules: [
      {
        on: 'notifications.createInstantOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-instant-sms': {
    summary: 'Sending an instant SMS fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId; nothing is sent twice.',
    rules: [
      {
        on: 'notifications.createInstantSms',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-order': {
    summary: 'Creating an order fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId; nothing is ordered twice.',
    rules: [
      {
        on: 'notifications.createOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-details': {
    summary: 'Reading the details of a file transfer fails with 503 NOT-00004',
    guidance: 'Retry with backoff, sparingly: this row has the lower rate limit.',
    rules: [
      {
        on: 'fileTransfer.details',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-download': {
    summary: 'Downloading a file fails with 503 NOT-00004',
    guidance: 'Retry with backoff; nothing counts as downloaded.',
    rules: [
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-get-shipment': {
    summary: 'Reading a shipment fails with 503 NOT-00004',
    guidance: 'Retry with backoff; reading changes nothing.',
    rules: [
      {
        on: 'notifications.getShipment',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-initialize-and-upload': {
    summary: 'Uploading a file by form fails with 503 NOT-00004',
    guidance: 'Retry with backoff; nothing has been made.',
    rules: [
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-initialize': {
    summary: 'Initializing a file transfer fails with 503 NOT-00004',
    guidance: 'Retry with backoff; no file transfer has been made.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-overview': {
    summary: 'Reading the status of a file transfer fails with 503 NOT-00004',
    guidance: 'Retry with backoff, and go on polling.',
    rules: [
      {
        on: 'fileTransfer.overview',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-read-feed': {
    summary: 'Reading the feed fails with 503 NOT-00004',
    guidance: 'Retry with backoff, from the last sequence number that you have stored.',
    rules: [
      {
        on: 'notifications.readFeed',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-search': {
    summary: 'Searching file transfers fails with 503 NOT-00004',
    guidance: 'Retry with backoff, sparingly: this row has the lower rate limit.',
    rules: [
      {
        on: 'fileTransfer.search',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-upload': {
    summary: 'Uploading a file fails with 503 NOT-00004',
    guidance: 'Retry the whole upload with backoff; the file transfer still waits for its content.',
    rules: [
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  unavailable: {
    summary: 'Everything fails with 503 NOT-00004',
    description: 'Whatever has an internal service to ask. Nothing is done.',
    guidance: 'Retry with backoff, orders with the same idempotencyId.',
    rules: [
      {
        on: 'notifications',
        refuse: {
          code: 'NOT-00004',
        },
      },
      {
        on: 'fileTransfer',
        refuse: {
          code: 'NOT-00004',
        },
      },
      {
        on: 'resources',
        refuse: {
          code: 'NOT-00004',
        },
      },
      {
        on: 'events',
        refuse: {
          code: 'NOT-00004',
        },
      },
      {
        on: 'resumableUpload',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unscannable-file': {
    summary: 'No file can be scanned, and each fails',
    guidance: 'Watch for the status Failed after the upload; send the file again in another form, unencrypted for example.',
    rules: [
      {
        scan: 'error',
      },
    ],
  },
  'upload-fails': {
    summary: 'Every upload fails with 500 BRO-00008',
    guidance: 'Read the details, and start again with a new file transfer.',
    rules: [
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00008',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00008',
        },
      },
    ],
  },
  'upload-interrupted': {
    summary: 'The first upload breaks off after 1,000 bytes',
    description:
      'The file transfer stays in UploadStarted, and may be uploaded to again; after a day it fails. A resumable upload keeps what has arrived.',
    guidance: 'Upload again from the beginning, to the same file transfer. Ask a resumable upload where to go on.',
    rules: [
      {
        on: 'fileTransfer.upload',
        calls: 1,
        disconnect: {
          when: 'during-upload',
          afterBytes: 1000,
        },
      },
      {
        on: 'resumableUpload.appendToUpload',
        calls: 1,
        disconnect: {
          when: 'during-upload',
          afterBytes: 1000,
        },
      },
    ],
  },
  'upload-refused-early': {
    summary: 'An upload is refused while its bytes are still on their way',
    description: 'BRO-00016 comes after the first 1,000 bytes, whatever else the client has to send.',
    guidance: 'Read the reply also while you are sending, and stop sending when it is there.',
    rules: [
      {
        on: 'fileTransfer.upload',
        'early-answer': {
          code: 'BRO-00016',
          afterBytes: 1000,
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        'early-answer': {
          code: 'BRO-00016',
          afterBytes: 100,
        },
      },
    ],
  },
  'webhook-delayed': {
    summary: 'Every event reaches its subscribers five minutes late',
    guidance: 'Do not rely on the time of arrival; the event says when it happened. Poll the overview when it matters.',
    rules: [
      {
        events: {
          delay: 'PT5M',
        },
      },
    ],
  },
  'webhook-dropped': {
    summary: 'No event reaches its subscribers',
    guidance: 'Poll the overview, if seldom, beside listening to events.',
    rules: [
      {
        events: {
          drop: true,
        },
      },
    ],
  },
  'webhook-duplicated': {
    summary: 'Every event reaches its subscribers twice',
    guidance: 'Remember the ids of events that you have handled, and ignore what comes again.',
    rules: [
      {
        events: {
          duplicate: true,
        },
      },
    ],
  },
  'webhook-reordered': {
    summary: 'Events overtake one another - every other one of a subscription is held back for ten seconds',
    guidance: 'Read the overview for the current status, instead of taking the last event for it.',
    rules: [
      {
        events: {
          reorder: true,
        },
      },
    ],
  },
}
