/** The scenarios for browsers, written by tools/make-browser-data.ts, checked. */

export const scenarios: Readonly<Record<string, unknown>> = {
  'bad-day': {
    summary: 'A mix of everything: failures, slowness, lost replies, bounces and infected files',
    description:
      'The seed decides which calls fail: the same calls in the same order fail in the same way. About one call in ten fails, one lookup in ten finds the register down, and one email and one file in ten fail.\n',
    guidance: 'Set timeouts, retry with backoff and the same idempotencyId, and check the final status of every message and file.',
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
          how: 'reset',
        },
      },
      {
        on: 'all',
        probability: 0.02,
        disconnect: {
          when: 'before-work',
          how: 'reset',
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
    summary: 'A proxy returns 502 with an HTML page',
    guidance: 'Do not expect problem details in every 5xx reply. Retry with backoff. Retry an order with the same idempotencyId.',
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
    summary: 'Every call is refused with 400, as if the request were invalid',
    description: 'The reply contains no field errors. Nothing is done.',
    guidance: 'Do not retry. Log the whole reply and correct the request. A real 400 names the invalid fields.',
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
    summary: 'Every call is held after its work is done, until the client gives up',
    description:
      'This scenario is for a client with a timeout. The journal shows each abandoned call as 499 NOT-00002, but its work has been done. Use order-timeout-after-commit to let the retry through.\n',
    guidance: 'Retry with the same idempotencyId. The retry gets a 200 with the ids from the first call.',
    rules: [
      {
        on: 'all',
        hold: {
          when: 'after-work',
          atMost: 'PT60S',
        },
      },
    ],
  },
  'cancelled-before-commit': {
    summary: 'Every call is held before its work begins, until the client gives up',
    description:
      'This scenario is for a client with a timeout. The journal shows each abandoned call as 499 NOT-00002, and nothing has been done. A client that waits for a minute gets the usual reply. Use order-timeout-before-commit to let the retry through.\n',
    guidance: 'Retry with the same idempotencyId. The first call stored nothing, so the retry gets the same reply as a first call.',
    rules: [
      {
        on: 'all',
        hold: {
          when: 'before-work',
          atMost: 'PT60S',
        },
      },
    ],
  },
  cancelled: {
    summary: 'Every call gets a 499 NOT-00002, as if its client had disconnected',
    description: 'The client can read the reply. Nothing has been done.',
    guidance: 'Retry. An order with the same idempotencyId is not placed twice.',
    rules: [
      {
        on: 'all',
        refuse: {
          code: 'NOT-00002',
        },
      },
    ],
  },
  'checksum-mismatch': {
    summary: 'Every upload is refused with BRO-00009, as if its bytes did not match the announced checksum',
    guidance: "Compute the file's MD5 again, and create a new file transfer.",
    rules: [
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00009',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00009',
        },
      },
    ],
  },
  'clock-ahead': {
    summary: "The service's clock is an hour ahead, so fresh tokens have already expired",
    guidance: 'Do not keep fetching new tokens. Compare the clocks, and alert an operator.',
    rules: [
      {
        on: 'all',
        skew: 'PT1H',
      },
    ],
  },
  'clock-behind': {
    summary: "The service's clock is an hour behind, so fresh tokens are not valid yet",
    guidance: 'Do not keep fetching new tokens. Compare the clocks, and alert an operator.',
    rules: [
      {
        on: 'all',
        skew: '-PT1H',
      },
    ],
  },
  'confirm-before-download': {
    summary: 'Every confirmation is refused with BRO-00019, as if the recipient had not downloaded the file',
    guidance: 'Download the whole file first, then confirm.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        refuse: {
          code: 'BRO-00019',
        },
      },
    ],
  },
  'confirm-lost-reply': {
    summary: 'The confirmation is stored, but its reply never arrives',
    guidance: 'Read the overview before you confirm again. A second confirmation by the last recipient is refused with BRO-00010.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        calls: 1,
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
    ],
  },
  'connection-closed': {
    summary: 'Every connection is closed before anything is done',
    guidance: 'Retry with backoff. Retry an order with the same idempotencyId.',
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
    guidance: 'Retry with backoff. Retry an order with the same idempotencyId.',
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
  'contacts-stale': {
    summary: 'Changes to contact details take effect ten minutes late',
    description:
      "The live test environment does this too, because it caches the contact register's answers. For ten minutes after a change, orders are checked against the old details, and messages go to the old address. A new contact is unknown during this time.\n",
    guidance:
      'Do not expect a new address to be used immediately. In tests, change the contact, advance the clock by ten minutes, and then order. Switch the scenario on instead of using a header, because jobs address the messages, and a header does not apply to jobs.\n',
    rules: [
      {
        stale: {
          contacts: 'PT10M',
        },
      },
    ],
  },
  'download-interrupted': {
    summary: 'The first download is cut off after 10 bytes',
    guidance: 'Request the rest with a Range header.',
    rules: [
      {
        on: 'fileTransfer.download',
        calls: 1,
        disconnect: {
          when: 'after-work',
          afterBytes: 10,
          how: 'reset',
        },
      },
    ],
  },
  'download-stalled': {
    summary: 'Every download arrives at one byte per second',
    guidance: 'Set a timeout for inactivity and another for the whole download. Continue with a Range header.',
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
    summary: 'Every download ends after 10 bytes, as if it were complete',
    guidance: 'Compare the length with fileTransferSize in the overview, and the content with the checksum.',
    rules: [
      {
        on: 'fileTransfer.download',
        truncate: {
          afterBytes: 10,
        },
      },
    ],
  },
  'duplicates-collide': {
    summary: 'Simultaneous orders with the same idempotencyId collide, and most of them fail with 500',
    description:
      'On the live service, one of twenty such calls gets a 201, some get a 200, and the rest get a 500 without a body. There is never a second order. In Standin, calls are simultaneous if they arrive within two seconds of world time after the first call has placed the order, or if they were already in progress at that time.\n',
    guidance:
      'After a 500, retry a moment later with the same idempotencyId: you get the order that was placed. With a new idempotencyId, you place a second order.\n',
    rules: [
      {
        on: 'notifications',
        collide: {
          window: 'PT2S',
        },
      },
    ],
  },
  'email-bounced': {
    summary: 'Every email bounces',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Stop using the address, and reach the recipient through another channel.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_Bounced',
        },
      },
    ],
  },
  'email-failed': {
    summary: 'Every email fails for an unknown reason',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
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
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: "Check the email's sender and content. Reach the recipient through another channel.",
    rules: [
      {
        outcome: {
          status: 'Email_Failed_FilteredSpam',
        },
      },
    ],
  },
  'email-invalid-format': {
    summary: 'The email provider rejects every address as invalid',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Correct the address.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_InvalidFormat',
        },
      },
    ],
  },
  'email-invalid-sas-url': {
    summary: 'The attachments of emails cannot be fetched',
    description:
      'Orders are accepted as usual. The shipment, the feed and the outbox show the failure. Composed emails, which exist in the live dialect, have attachments.\n',
    guidance: 'Keep the SAS URLs readable until the email is sent, and order again.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_InvalidSasUrl',
        },
      },
    ],
  },
  'email-no-report': {
    summary: 'No email gets a delivery report, and each email fails after 48 hours',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Do not wait for the final status. The email may have arrived although its status is Email_Failed_TTL.',
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
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
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
    summary: "The recipient's mail server quarantines every email",
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: "Check the email's sender and content. Reach the recipient through another channel.",
    rules: [
      {
        outcome: {
          status: 'Email_Failed_Quarantined',
        },
      },
    ],
  },
  'email-recipient-not-identified': {
    summary: 'No looked-up recipient has an email address at the time of sending',
    description:
      'Orders are accepted as usual. The message fails when the order is processed. An email to an address in the order itself is sent.\n',
    guidance: 'Check the shipment or the feed, and ask the recipient for an address.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_RecipientNotIdentified',
        },
      },
    ],
  },
  'email-recipient-reserved': {
    summary: 'Every recipient looked up for an email has opted out of digital communication',
    description:
      'Orders are accepted as usual. The message fails when the order is processed. An email to an address in the order itself is sent.\n',
    guidance: 'Expect such recipients, and contact them by post. Where the law allows it, order with ignoreReservation.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_RecipientReserved',
        },
      },
    ],
  },
  'email-suppressed': {
    summary: "Every address is on the email provider's suppression list",
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Stop using the address. The suppression list contains addresses that have bounced before.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_SuppressedRecipient',
        },
      },
    ],
  },
  'exchange-refused': {
    summary: 'The exchange refuses the Maskinporten token',
    guidance: 'Request a new Maskinporten token once, and exchange it. If that fails, give up.',
    rules: [
      {
        on: 'authentication.exchangeToken',
        refuse: {
          code: 'not-exchangeable',
        },
      },
    ],
  },
  'expired-transfer': {
    summary: 'The file has expired: it can be neither downloaded nor confirmed',
    description:
      'Downloads and confirmations are refused as they are after the expiration time. The overview still shows the real status. To make a file transfer really expire, advance the clock past its expirationTime.\n',
    guidance: 'Download before the expiration time. After that, ask the sender for a new file transfer.',
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
    description:
      'If you specify the scenario in a header, specify a run too: x-standin-scenario: fail-every-third; run=a. Without a run, calls are counted separately for each order and each path, so only the third call for the same order or path fails. Alternatively, switch the scenario on.\n',
    guidance:
      'Retry with backoff. Retry an order with the same idempotencyId. To get the failure with a header, add run=, or switch the scenario on.\n',
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
    summary: 'The first two calls to create an order are refused with NOT-00004, and the third succeeds',
    guidance: 'Retry at least twice, with backoff and the same idempotencyId.',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: '1-2',
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
      {
        on: 'notifications.createComposedEmail',
        calls: '1-2',
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
      {
        on: 'notifications.createEmailOrder',
        calls: '1-2',
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
      {
        on: 'notifications.createSmsOrder',
        calls: '1-2',
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
      {
        on: 'notifications.createChannelOrder',
        calls: '1-2',
        refuse: {
          code: 'NOT-00004',
          retryAfter: 1,
        },
      },
    ],
  },
  'file-not-ready': {
    summary: 'Every download is refused with BRO-00007, as if the file were not ready',
    guidance: 'Poll the overview until the status is Published, or wait for the event.',
    rules: [
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00007',
        },
      },
    ],
  },
  'file-not-uploaded': {
    summary: 'Every confirmation is refused with BRO-00003, as if no file had been uploaded yet',
    guidance: 'Wait for the event that announces the published file, then download and confirm.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        refuse: {
          code: 'BRO-00003',
        },
      },
    ],
  },
  'file-too-large': {
    summary: 'Every upload is refused with BRO-00016, as if the file were too large',
    guidance: "Do not retry. Send a smaller file, or ask the service owner to raise the resource's limit.",
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
    summary: 'Every call is refused with BRO-00001, as if the file transfer did not exist',
    guidance: 'Check the id and the environment, and check that the initialize call returned 200.',
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
    description: "The 10 seconds are measured on the world's clock, starting when the scenario is switched on.",
    guidance: 'Retry with backoff. The next attempt is likely to succeed.',
    rules: [
      {
        for: 'PT2S',
        every: 'PT10S',
        outage: 'authorization',
      },
    ],
  },
  'flapping-database': {
    summary: 'The database is down for 2 of every 10 seconds',
    description: "The 10 seconds are measured on the world's clock, starting when the scenario is switched on.",
    guidance: 'Retry with backoff. The next attempt is likely to succeed.',
    rules: [
      {
        for: 'PT2S',
        every: 'PT10S',
        outage: 'database',
      },
    ],
  },
  'flapping-register': {
    summary: 'The contact register is down for 2 of every 10 seconds',
    description: "The 10 seconds are measured on the world's clock, starting when the scenario is switched on.",
    guidance: 'Retry with backoff and the same idempotencyId. The next attempt is likely to succeed.',
    rules: [
      {
        for: 'PT2S',
        every: 'PT10S',
        outage: 'register',
      },
    ],
  },
  'flapping-storage': {
    summary: 'The file storage is down for 2 of every 10 seconds',
    description: "The 10 seconds are measured on the world's clock, starting when the scenario is switched on.",
    guidance: 'Retry with backoff. The next attempt is likely to succeed.',
    rules: [
      {
        for: 'PT2S',
        every: 'PT10S',
        outage: 'storage',
      },
    ],
  },
  forbidden: {
    summary: 'Every call is refused with 403, as if the token lacked the scope',
    guidance: 'Do not retry. Request the scope that the reply names.',
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
    guidance: 'Check the content type before you parse the body. Retry with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        garble: 'content-type',
      },
    ],
  },
  'garbled-json': {
    summary: 'No JSON reply can be parsed',
    description: 'The work is done as usual, and only the reply is broken. Replies that are not JSON, such as downloads, do not change.\n',
    guidance: 'Treat the reply as lost, and retry with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        garble: 'json',
      },
    ],
  },
  'gateway-timeout': {
    summary: 'A proxy returns 504 with an empty body',
    guidance:
      'Do not treat a 504 as a refusal: the service may have done the work. Retry with backoff. Retry an order with the same idempotencyId.\n',
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
    summary: 'Every call waits for a minute before it is answered',
    guidance: 'Set a timeout well below a minute, and retry with the same idempotencyId.',
    rules: [
      {
        on: 'all',
        latency: 'PT60S',
      },
    ],
  },
  'histories-unordered': {
    summary: "Histories, recipient statuses and a message's addresses are in random order",
    description:
      'The live service does not sort these lists, so the newest entry is not always the last one. Without this scenario, Standin sorts them. With it, the seed decides the order, and no entry stays in its place.\n',
    guidance:
      'Read the status of the file transfer or the shipment itself. Find an entry by its time, recipient or type, never by its position.',
    rules: [
      {
        shuffle: 'histories',
      },
    ],
  },
  'infected-file': {
    summary: 'The virus scan reports every file as infected',
    guidance: "Check for the Failed status after the upload, and report the scan's result to the sender.",
    rules: [
      {
        scan: 'infected',
      },
    ],
  },
  'internal-error': {
    summary: 'Every call gets a 500 with an empty body',
    guidance: 'Retry a few times with backoff. Retry an order with the same idempotencyId. Then give up and alert an operator.',
    rules: [
      {
        on: 'all',
        respond: {
          status: 500,
        },
      },
    ],
  },
  'keys-rotated': {
    summary: 'Tokens are signed with a new key, which is in the key sets',
    description: 'Tokens signed with the old key stay valid.',
    guidance: 'Fetch the key set again if a token refers to an unknown key, but at most once a minute.',
    rules: [
      {
        keys: 'rotated',
      },
    ],
  },
  'lost-reply': {
    summary: 'Every call does its work, but no reply arrives',
    description: 'Use order-lost-reply or confirm-lost-reply to let the retry through.',
    guidance: "Retry with the same idempotencyId. Read a file transfer's status before you retry a call on it.",
    rules: [
      {
        on: 'all',
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
    ],
  },
  'missing-contact-information': {
    summary: 'Every order is refused with NOT-00001, as if no recipient had contact details',
    description:
      'This applies to every recipient. To get a refusal for a single recipient, send an order to a person without contact details from docs/recipients.md.\n',
    guidance:
      'Check the national identity number or organization number, or send the order to an email address or phone number that you know.',
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
    summary: 'Every call is refused with BRO-00006, as if the caller had no access to the resource or file transfer',
    guidance: "Do not retry. Check the token's organization, the resource, and the file transfer's sender and recipients.",
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
  'not-a-service-owner': {
    summary: 'Orders are refused with 403, as if the organization were not a service owner',
    guidance: 'Do not retry. Only service owners may order notifications.',
    rules: [
      {
        on: 'notifications',
        refuse: {
          code: 'no-organization',
        },
      },
    ],
  },
  'order-lost-reply': {
    summary: 'The order is stored, but its reply never arrives',
    description:
      "The first call's connection is lost after the order is stored, so the client cannot know whether its order exists. Later calls are answered as usual.\n",
    guidance:
      'Retry with the same idempotencyId. The retry gets a 200 with the ids from the first call, and nothing is ordered twice. Orders on the older routes have no idempotencyId: look for the sendersReference before you order again.\n',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: 1,
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
      {
        on: 'notifications.createComposedEmail',
        calls: 1,
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
      {
        on: 'notifications.createEmailOrder',
        calls: 1,
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
      {
        on: 'notifications.createSmsOrder',
        calls: 1,
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
      {
        on: 'notifications.createChannelOrder',
        calls: 1,
        disconnect: {
          when: 'after-work',
          how: 'reset',
        },
      },
    ],
  },
  'order-timeout-after-commit': {
    summary: 'The first attempt at every order is held after the order is stored; the retry goes through',
    guidance:
      'Retry with the same idempotencyId. The retry gets a 200 with the ids from the first call, and nothing is ordered twice. Orders on the older routes have no idempotencyId: look for the sendersReference before you order again.\n',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: 1,
        per: 'idempotencyId',
        hold: {
          when: 'after-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createComposedEmail',
        calls: 1,
        per: 'idempotencyId',
        hold: {
          when: 'after-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createEmailOrder',
        calls: 1,
        per: 'thing',
        hold: {
          when: 'after-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createSmsOrder',
        calls: 1,
        per: 'thing',
        hold: {
          when: 'after-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createChannelOrder',
        calls: 1,
        per: 'thing',
        hold: {
          when: 'after-work',
          atMost: 'PT60S',
        },
      },
    ],
  },
  'order-timeout-before-commit': {
    summary: 'The first attempt at every order is held before anything is done; the retry goes through',
    guidance:
      'Retry with the same idempotencyId. The retry gets a 201. Orders on the older routes have no idempotencyId: look for the sendersReference before you order again.\n',
    rules: [
      {
        on: 'notifications.createOrder',
        calls: 1,
        per: 'idempotencyId',
        hold: {
          when: 'before-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createComposedEmail',
        calls: 1,
        per: 'idempotencyId',
        hold: {
          when: 'before-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createEmailOrder',
        calls: 1,
        per: 'thing',
        hold: {
          when: 'before-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createSmsOrder',
        calls: 1,
        per: 'thing',
        hold: {
          when: 'before-work',
          atMost: 'PT60S',
        },
      },
      {
        on: 'notifications.createChannelOrder',
        calls: 1,
        per: 'thing',
        hold: {
          when: 'before-work',
          atMost: 'PT60S',
        },
      },
    ],
  },
  'outage-all': {
    summary: 'No internal service can be reached',
    guidance: 'Retry with backoff. Retry an order with the same idempotencyId.',
    rules: [
      {
        outage: ['register', 'names', 'authorization', 'resource-registry', 'sms', 'email', 'storage', 'scanner', 'events', 'database'],
      },
    ],
  },
  'outage-authorization-failing': {
    summary: 'The authorization service returns an error for every request',
    description:
      'The live broker treats this as a denial, and refuses the caller with 401 BRO-00006, as if it had no access to the file transfer. The token and the rights are valid.\n',
    guidance:
      'Do not mistake this 401 for an invalid token: it has the code BRO-00006 and no WWW-Authenticate header. Keep the token, and retry with backoff.\n',
    rules: [
      {
        outage: {
          of: 'authorization',
          how: 'failing',
        },
      },
    ],
  },
  'outage-authorization': {
    summary: 'The authorization service cannot be reached',
    description:
      'Calls on file transfers, new subscriptions and reads of events are refused. Orders are accepted, but orders that name a resource wait until the service is back.\n',
    guidance: 'Retry with backoff. Nothing has been changed.',
    rules: [
      {
        outage: 'authorization',
      },
    ],
  },
  'outage-database': {
    summary: 'The database cannot be reached',
    description: 'Every operation is refused, even the retry of an accepted order. Background jobs wait until the database is back.',
    guidance: 'Retry with backoff. Retry an order with the same idempotencyId.',
    rules: [
      {
        outage: 'database',
      },
    ],
  },
  'outage-email': {
    summary: 'The email sender cannot be reached',
    description: 'Instant emails are refused. Orders are accepted, and their emails stay in Email_New until the sender is back.',
    guidance: 'Retry with backoff and the same idempotencyId. Orders that were accepted need no action.',
    rules: [
      {
        outage: 'email',
      },
    ],
  },
  'outage-events': {
    summary: 'The events service cannot be reached',
    description: 'Everything else works. Events during the outage are lost: they are never published.',
    guidance: 'Listen to events, but also poll the overview from time to time.',
    rules: [
      {
        outage: 'events',
      },
    ],
  },
  'outage-names': {
    summary: 'The name register cannot be reached',
    description: 'Orders are accepted. Orders with keywords in their text wait until the register is back.',
    guidance: 'Do nothing. A shipment that is not completed yet is not lost.',
    rules: [
      {
        outage: 'names',
      },
    ],
  },
  'outage-register-later': {
    summary: 'The contact register goes down in one minute, for ten minutes',
    description: 'Orders that were accepted earlier and become due during the outage wait until the register is back. No order is lost.',
    guidance: 'Do nothing. A shipment that is not completed yet is not lost.',
    rules: [
      {
        after: 'PT1M',
        for: 'PT10M',
        outage: 'register',
      },
    ],
  },
  'outage-register': {
    summary: 'The contact register cannot be reached',
    description:
      'Orders that need a lookup of contact details are refused. Orders that contain an address are accepted. Orders that were accepted earlier are looked up when the register is back.\n',
    guidance: 'Retry with backoff and the same idempotencyId.',
    rules: [
      {
        outage: 'register',
      },
    ],
  },
  'outage-resource-registry': {
    summary: 'The resource registry cannot be reached',
    description:
      'No file transfers can be initialized, and no new resources can be configured. Existing file transfers and resources keep working.\n',
    guidance: 'Retry with backoff. No file transfer has been created.',
    rules: [
      {
        outage: 'resource-registry',
      },
    ],
  },
  'outage-scanner': {
    summary: 'The virus scanner cannot be reached',
    description: 'Uploads are accepted, and their scans wait until the scanner is back.',
    guidance: 'Keep polling at growing intervals, or listen to events.',
    rules: [
      {
        outage: 'scanner',
      },
    ],
  },
  'outage-sms': {
    summary: 'The SMS sender cannot be reached',
    description: 'Instant SMS messages are refused. Orders are accepted, and their SMS messages stay in SMS_New until the sender is back.',
    guidance: 'Retry with backoff and the same idempotencyId. Orders that were accepted need no action.',
    rules: [
      {
        outage: 'sms',
      },
    ],
  },
  'outage-storage': {
    summary: 'The file storage cannot be reached',
    description: 'Uploads and downloads are refused. Files that expire during the outage are removed when the storage is back.',
    guidance: 'Retry with backoff. Restart an upload from the beginning.',
    rules: [
      {
        outage: 'storage',
      },
    ],
  },
  'range-not-satisfiable': {
    summary: 'Every download is refused with BRO-00029, as if the range started after the end of the file',
    guidance: 'Read the size from the overview, and request bytes within it, or the whole file.',
    rules: [
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00029',
        },
      },
    ],
  },
  'rate-limit-all': {
    summary: 'Every rate limit is used up',
    description:
      'From its first call on, a caller has no calls left to any limited operation. The full limit is available again a minute later.\n',
    guidance: 'Wait for the number of seconds in Retry-After, then continue.',
    rules: [
      {
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-burst': {
    summary: 'Each caller can make five more calls to each limited operation; the sixth is refused',
    guidance: 'Spread your calls over the minute. The RateLimit header shows how many calls are left.',
    rules: [
      {
        exhaust: {
          left: 5,
        },
      },
    ],
  },
  'rate-limit-confirm-download': {
    summary: 'fileTransfer.confirmDownload has used up its limit of 120 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-date': {
    summary: 'The rate limit is exhausted for two seconds, and Retry-After is a date',
    description:
      "Gateways may send Retry-After as a date (RFC 9110). The date uses the machine's clock, as does the Date header of the same reply. The two seconds until the limit recovers are measured on the world's clock.\n",
    guidance: 'Support both formats of Retry-After, seconds and a date. Calculate the wait from the Date header, then continue.',
    rules: [
      {
        on: 'fileTransfer',
        for: 'PT2S',
        refuse: {
          code: 'rate-limited',
          retryAfter: 2,
          retryAfterAs: 'date',
        },
      },
    ],
  },
  'rate-limit-details': {
    summary: 'fileTransfer.details has used up its limit of 30 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue. The overview has a higher limit.',
    rules: [
      {
        on: 'fileTransfer.details',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-download': {
    summary: 'fileTransfer.download has used up its limit of 120 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue.',
    rules: [
      {
        on: 'fileTransfer.download',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-initialize-and-upload': {
    summary: 'fileTransfer.initializeAndUpload has used up its limit of 120 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue.',
    rules: [
      {
        on: 'fileTransfer.initializeAndUpload',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-initialize': {
    summary: 'fileTransfer.initialize has used up its limit of 120 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-overview': {
    summary: 'fileTransfer.overview has used up its limit of 120 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue. Events provide the same information without polling.',
    rules: [
      {
        on: 'fileTransfer.overview',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-recovery': {
    summary: 'The rate limit is exhausted for two seconds, then recovers as announced in Retry-After',
    description: "The two seconds are measured on the world's clock, starting when the scenario is switched on.",
    guidance: 'Wait for the number of seconds in Retry-After, then continue. If you call earlier, the call is refused again.',
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
    summary: 'fileTransfer.search has used up its limit of 30 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue. Widen the filters instead of searching more often.',
    rules: [
      {
        on: 'fileTransfer.search',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'rate-limit-upload': {
    summary: 'fileTransfer.upload has used up its limit of 120 calls per minute',
    description: 'From its first call on, a caller has no calls left. The full limit is available again a minute later.',
    guidance: 'Wait for the number of seconds in Retry-After, then continue. Send the whole file again.',
    rules: [
      {
        on: 'fileTransfer.upload',
        exhaust: {
          left: 0,
        },
      },
    ],
  },
  'recipient-not-on-access-list': {
    summary: "Every new file transfer is refused with BRO-00028, as if a recipient were missing from the resource's access list",
    guidance: 'Do not retry. Ask the service owner to add the recipient.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00028',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00028',
        },
      },
    ],
  },
  'required-party-missing': {
    summary: "Every new file transfer is refused with BRO-00026, as if the resource's required party were neither sender nor recipient",
    guidance: 'Do not retry. Make the service owner the sender or a recipient.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00026',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00026',
        },
      },
    ],
  },
  'required-party-one-recipient': {
    summary: 'Every new file transfer is refused with BRO-00027, as if a resource with a required party had several recipients',
    guidance: 'Do not retry. Create a separate file transfer for the required party.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00027',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00027',
        },
      },
    ],
  },
  'resource-not-registered': {
    summary: 'Every call that needs a resource is refused with BRO-00005, as if the resource were not registered',
    guidance: 'Do not retry. Check the resource id, and ask the service owner.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00005',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00005',
        },
      },
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00005',
        },
      },
      {
        on: 'fileTransfer.search',
        refuse: {
          code: 'BRO-00005',
        },
      },
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00005',
        },
      },
    ],
  },
  'service-owner-not-configured': {
    summary: "Every call that needs a service owner is refused with BRO-00002, as if the resource's owner were not set up",
    guidance: 'Do not retry. The service owner must register with the broker first.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00002',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00002',
        },
      },
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00002',
        },
      },
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'BRO-00002',
        },
      },
    ],
  },
  'shipment-not-found': {
    summary: 'Reading a shipment is refused with NOT-00003, as if the shipment did not exist',
    guidance: "Check the id, the environment and the token's organization. Check that the order call returned 200 or 201.",
    rules: [
      {
        on: 'notifications.getShipment',
        refuse: {
          code: 'NOT-00003',
        },
      },
      {
        on: 'notifications.getOrder',
        refuse: {
          code: 'order-not-found',
        },
      },
      {
        on: 'notifications.getOrderStatus',
        refuse: {
          code: 'order-not-found',
        },
      },
      {
        on: 'notifications.listOrderEmails',
        refuse: {
          code: 'order-not-found',
        },
      },
      {
        on: 'notifications.listOrderSms',
        refuse: {
          code: 'order-not-found',
        },
      },
    ],
  },
  'slow-reads': {
    summary: 'Reading is slow: half of the calls wait 40 ms or more, one in a hundred 400 ms or more',
    guidance: 'Set a timeout that allows for the slowest replies.',
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
      {
        on: 'notifications.getOrder',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
      {
        on: 'notifications.getOrderStatus',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
      {
        on: 'notifications.listOrderEmails',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
      {
        on: 'notifications.listOrderSms',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
      {
        on: 'notifications.findOrders',
        latency: {
          p50: 'PT0.04S',
          p99: 'PT0.4S',
        },
      },
    ],
  },
  'slow-scan': {
    summary: 'Every virus scan takes five minutes',
    guidance: 'Keep polling at growing intervals, or listen to events.',
    rules: [
      {
        scan: 'slow',
      },
    ],
  },
  slow: {
    summary: 'Everything is slow: half of the calls wait 100 ms or more, one in a hundred a second or more',
    guidance: 'Set a timeout above the slowest normal reply, and make independent calls in parallel.',
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
  'sms-abroad-fails': {
    summary: 'SMS messages to Sweden, Denmark and the United Kingdom are not delivered',
    description:
      'The live test environment does not send SMS messages to some country codes. Orders are accepted as usual. The shipment, the feed and the outbox show the failure. SMS messages to Norwegian numbers are delivered.\n',
    guidance:
      'An SMS delivered in Norway does not prove that SMS messages abroad are delivered. Watch the final status, and reach the recipient by email.\n',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Undelivered',
          prefix: ['+46', '+45', '+44'],
        },
      },
    ],
  },
  'sms-barred': {
    summary: 'Every phone is barred from receiving SMS',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Reach the recipient through another channel.',
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
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Order again later with a new idempotencyId, or send an email.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Deleted',
        },
      },
    ],
  },
  'sms-expired': {
    summary: 'Every SMS expires before it reaches the phone',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Order again with a longer timeToLiveInSeconds, or send an email.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Expired',
        },
      },
    ],
  },
  'sms-failed': {
    summary: 'Every SMS fails for an unknown reason',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
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
    summary: 'The SMS provider rejects every phone number as invalid',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
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
    summary: 'No SMS gets a delivery report, and each SMS fails when it expires',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Do not wait for the final status. The SMS may have arrived although its status is SMS_Failed_TTL.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_TTL',
        },
      },
    ],
  },
  'sms-recipient-not-identified': {
    summary: 'No looked-up recipient has a phone number at the time of sending',
    description:
      'Orders are accepted as usual. The message fails when the order is processed. An SMS to a phone number in the order itself is sent.\n',
    guidance: 'Check the shipment or the feed, and ask the recipient for a phone number.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_RecipientNotIdentified',
        },
      },
    ],
  },
  'sms-recipient-reserved': {
    summary: 'Every recipient looked up for an SMS has opted out of digital communication',
    description:
      'Orders are accepted as usual. The message fails when the order is processed. An SMS to a phone number in the order itself is sent.\n',
    guidance: 'Expect such recipients, and contact them by post. Where the law allows it, order with ignoreReservation.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_RecipientReserved',
        },
      },
    ],
  },
  'sms-rejected': {
    summary: 'The operator rejects every SMS',
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: "Check the SMS's sender and content. Reach the recipient through another channel.",
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
    description: 'Orders are accepted as usual. The shipment, the feed and the outbox show the failure.',
    guidance: 'Order again later with a new idempotencyId, or send an email.',
    rules: [
      {
        outcome: {
          status: 'SMS_Failed_Undelivered',
        },
      },
    ],
  },
  'some-emails-bounce': {
    summary: 'Three emails in ten bounce; the seed decides which',
    guidance: 'Check every recipient of a shipment. Order_Completed does not mean that every message was delivered.',
    rules: [
      {
        outcome: {
          status: 'Email_Failed_Bounced',
          share: 0.3,
        },
      },
    ],
  },
  'storage-not-ready': {
    summary: "Every call that needs storage is refused with BRO-00021, as if the service owner's storage were still being set up",
    guidance: 'Retry with backoff. Setting up storage takes minutes.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00021',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00021',
        },
      },
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00021',
        },
      },
    ],
  },
  'stuck-scan': {
    summary: 'Virus scans never end',
    description: 'Files uploaded under this scenario stay in UploadProcessing, even after it is switched off.',
    guidance: 'Stop waiting after a while, and alert an operator.',
    rules: [
      {
        scan: 'stuck',
      },
    ],
  },
  'subscriptions-cached': {
    summary: 'New subscriptions receive no events for an hour, and deleted ones still do',
    description:
      'The live test environment does this for up to an hour, because it caches matching subscriptions. A subscription receives events starting an hour after it was created and validated. The validation itself is sent immediately.\n',
    guidance:
      'Do not expect events right after subscribing. Read the status of file transfers until the first event arrives. Answer events for a deleted subscription with 200, and ignore them. Switch the scenario on instead of using a header, because jobs deliver events, and a header does not apply to jobs.\n',
    rules: [
      {
        stale: {
          subscriptions: 'PT1H',
        },
      },
    ],
  },
  'throttled-download': {
    summary: 'Downloads arrive at 50 kB per second',
    guidance: 'Write to disk while you read, and let the timeout grow with the file size.',
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
    summary: 'Uploads are read at 50 kB per second',
    guidance: 'Stream the upload, and let the timeout grow with the file size.',
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
  'token-endpoint-down': {
    summary: 'The token endpoint fails with 503',
    guidance: 'Retry with backoff and a new grant. Use your current token while it is valid.',
    rules: [
      {
        on: 'authentication.requestToken',
        respond: {
          status: 503,
          body: {
            error: 'temporarily_unavailable',
          },
        },
      },
    ],
  },
  'token-endpoint-rate-limited': {
    summary: 'The token endpoint returns 429',
    description: 'The format of the reply is an assumption.',
    guidance: 'Wait for the number of seconds in Retry-After. Reuse tokens instead of requesting one per call.',
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'rate-limited',
          retryAfter: 30,
        },
      },
    ],
  },
  'token-endpoint-slow': {
    summary: 'The token endpoint replies after a second',
    guidance: 'Use a token until shortly before it expires, and fetch the next one in the background.',
    rules: [
      {
        on: 'authentication.requestToken',
        latency: 'PT1S',
      },
    ],
  },
  'token-expired': {
    summary: "The token in a caller's first call to each area has expired",
    guidance: 'Fetch a new token once, and retry. If that fails, compare the clocks.',
    rules: [
      {
        on: 'notifications',
        calls: 1,
        per: 'caller',
        skew: 'PT1H',
      },
      {
        on: 'fileTransfer',
        calls: 1,
        per: 'caller',
        skew: 'PT1H',
      },
      {
        on: 'resources',
        calls: 1,
        per: 'caller',
        skew: 'PT1H',
      },
      {
        on: 'events',
        calls: 1,
        per: 'caller',
        skew: 'PT1H',
      },
      {
        on: 'resumableUpload',
        calls: 1,
        per: 'caller',
        skew: 'PT1H',
      },
    ],
  },
  'token-missing-delegation': {
    summary: 'The consumer has not delegated the scope to the client',
    guidance: 'Do not retry. The consumer must delegate the scope first.',
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'MP-251',
        },
      },
    ],
  },
  'token-missing-system-user': {
    summary: 'The customer does not have this system user',
    guidance: 'Do not retry. The customer must approve the system user first.',
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'MP-303',
        },
      },
    ],
  },
  'token-not-yet-valid': {
    summary: "The token in a caller's first call to each area is not valid yet",
    guidance: 'Fetch a new token once, and retry. If that fails, compare the clocks.',
    rules: [
      {
        on: 'notifications',
        calls: 1,
        per: 'caller',
        skew: '-PT1H',
      },
      {
        on: 'fileTransfer',
        calls: 1,
        per: 'caller',
        skew: '-PT1H',
      },
      {
        on: 'resources',
        calls: 1,
        per: 'caller',
        skew: '-PT1H',
      },
      {
        on: 'events',
        calls: 1,
        per: 'caller',
        skew: '-PT1H',
      },
      {
        on: 'resumableUpload',
        calls: 1,
        per: 'caller',
        skew: '-PT1H',
      },
    ],
  },
  'token-revoked-client': {
    summary: 'The client is no longer registered with the token endpoint',
    guidance: 'Do not retry, and alert an operator. Tokens issued earlier stay valid.',
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'MP-100',
        },
      },
    ],
  },
  'token-wrong-audience': {
    summary: "The token endpoint refuses the grant's audience",
    guidance: "Do not retry. Set aud to the issuer in the token endpoint's metadata.",
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'MP-110',
        },
      },
    ],
  },
  'token-wrong-consumer': {
    summary: 'The token endpoint refuses a consumer that may not use the scope',
    guidance: "Do not retry. The scope's owner must grant it to the organization first.",
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'MP-250',
        },
      },
    ],
  },
  'token-wrong-issuer': {
    summary: "The broker does not trust the token's issuer",
    guidance: 'Do not retry. Use tokens from the environment that you call.',
    rules: [
      {
        on: 'fileTransfer',
        refuse: {
          code: 'unauthenticated',
          fault: 'unknown-issuer',
        },
      },
      {
        on: 'resources',
        refuse: {
          code: 'unauthenticated',
          fault: 'unknown-issuer',
        },
      },
      {
        on: 'resumableUpload',
        refuse: {
          code: 'unauthenticated',
          fault: 'unknown-issuer',
        },
      },
    ],
  },
  'token-wrong-scope': {
    summary: 'The token endpoint refuses a scope that the client does not have',
    guidance: 'Do not retry. Add the scope to the client, or request fewer scopes.',
    rules: [
      {
        on: 'authentication.requestToken',
        refuse: {
          code: 'MP-200',
        },
      },
    ],
  },
  tomorrow: {
    summary: 'The service replies as a later version might, with additions',
    description:
      "Replies contain unknown members and headers, new status texts, a different order of members and different white space. The service's guarantees still apply.\n",
    guidance: 'Read the members that you need, and ignore the rest. Do not compare text meant for people.',
    rules: [
      {
        on: 'all',
        grease: 'all',
      },
    ],
  },
  unauthorized: {
    summary: 'Every call is refused with 401, as if the token were invalid',
    guidance: 'Fetch a new token once, and retry. If that fails, give up.',
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
    summary: 'notifications.cancelOrder fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed. The order may still be sent until the cancellation succeeds.',
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
    summary: 'fileTransfer.confirmDownload fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'fileTransfer.confirmDownload',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-channel-order': {
    summary: 'notifications.createChannelOrder fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.createChannelOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-composed-email': {
    summary: 'notifications.createComposedEmail fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing is done twice.',
    rules: [
      {
        on: 'notifications.createComposedEmail',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-email-order': {
    summary: 'notifications.createEmailOrder fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.createEmailOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-instant-email': {
    summary: 'notifications.createInstantEmail fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing is done twice.',
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
    summary: 'notifications.createInstantOrder fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing is done twice.',
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
    summary: 'notifications.createInstantSms fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing is done twice.',
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
    summary: 'notifications.createOrder fails with 503 NOT-00004',
    guidance: 'Retry with backoff and the same idempotencyId. Nothing is done twice.',
    rules: [
      {
        on: 'notifications.createOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-create-sms-order': {
    summary: 'notifications.createSmsOrder fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.createSmsOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-details': {
    summary: 'fileTransfer.details fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed. The overview has a higher limit.',
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
    summary: 'fileTransfer.download fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'fileTransfer.download',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-find-orders': {
    summary: 'notifications.findOrders fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.findOrders',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-get-order-status': {
    summary: 'notifications.getOrderStatus fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.getOrderStatus',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-get-order': {
    summary: 'notifications.getOrder fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.getOrder',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-get-shipment': {
    summary: 'notifications.getShipment fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed.',
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
    summary: 'fileTransfer.initializeAndUpload fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed.',
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
    summary: 'fileTransfer.initialize fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-list-order-emails': {
    summary: 'notifications.listOrderEmails fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.listOrderEmails',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-list-order-sms': {
    summary: 'notifications.listOrderSms fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.listOrderSms',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-overview': {
    summary: 'fileTransfer.overview fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed. Events provide the same information without polling.',
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
    summary: 'notifications.readFeed fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed. Continue from the last sequence number that you have stored.',
    rules: [
      {
        on: 'notifications.readFeed',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-search-by-organization': {
    summary: 'notifications.searchByOrganization fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.searchByOrganization',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-search-by-person': {
    summary: 'notifications.searchByPerson fails with 503 NOT-00004',
    description: 'This operation exists only in the live dialect.',
    guidance: 'Retry with backoff. Nothing has changed.',
    rules: [
      {
        on: 'notifications.searchByPerson',
        refuse: {
          code: 'NOT-00004',
        },
      },
    ],
  },
  'unavailable-search': {
    summary: 'fileTransfer.search fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed. Widen the filters instead of searching more often.',
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
    summary: 'fileTransfer.upload fails with 503 NOT-00004',
    guidance: 'Retry with backoff. Nothing has changed. Send the whole file again.',
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
    summary: 'Every call fails with 503 NOT-00004',
    description: 'This applies to all areas except authentication. Nothing is done.',
    guidance: 'Retry with backoff. Retry an order with the same idempotencyId.',
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
    summary: 'No file can be scanned, and each file transfer fails',
    guidance: 'Check for the status Failed after the upload. Send the file again in another format, for example unencrypted.',
    rules: [
      {
        scan: 'error',
      },
    ],
  },
  'unscanned-not-approved': {
    summary: 'Every new file transfer is refused with BRO-00020, as if it disabled the virus scan without approval',
    guidance: 'Omit disableVirusScan, or request approval for the resource.',
    rules: [
      {
        on: 'fileTransfer.initialize',
        refuse: {
          code: 'BRO-00020',
        },
      },
      {
        on: 'fileTransfer.initializeAndUpload',
        refuse: {
          code: 'BRO-00020',
        },
      },
    ],
  },
  'upload-already-attempted': {
    summary: 'Every upload is refused with BRO-00004, as if a file had been sent before',
    guidance: 'Do not send the file again. Read the overview; if the upload failed, create a new file transfer.',
    rules: [
      {
        on: 'fileTransfer.upload',
        refuse: {
          code: 'BRO-00004',
        },
      },
    ],
  },
  'upload-fails': {
    summary: 'Every upload fails with 500 BRO-00008',
    guidance: "Read the file transfer's details, and start again with a new file transfer.",
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
    summary: 'The first upload is cut off after 1,000 bytes',
    description:
      'The file transfer stays in UploadStarted, and you can upload to it again. After a day it fails. A resumable upload keeps the received bytes.\n',
    guidance:
      'Upload again from the beginning, to the same file transfer. With a resumable upload, request the offset and continue from there.',
    rules: [
      {
        on: 'fileTransfer.upload',
        calls: 1,
        disconnect: {
          when: 'during-upload',
          afterBytes: 1000,
          how: 'reset',
        },
      },
      {
        on: 'resumableUpload.appendToUpload',
        calls: 1,
        disconnect: {
          when: 'during-upload',
          afterBytes: 1000,
          how: 'reset',
        },
      },
    ],
  },
  'upload-refused-early': {
    summary: 'Every upload is refused while it is still being sent',
    description: 'BRO-00016 is sent after the first 1,000 bytes, or after 100 bytes of a form upload. The client may still be sending.',
    guidance: 'Read the reply while you are sending, and stop sending when it arrives.',
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
  'uploads-collide': {
    summary: 'Simultaneous uploads to one file transfer collide, and the file transfer fails',
    description:
      'On the live service, two of eight such uploads get a 200, and the others get a 500 BRO-00008. The file transfer is Failed, even for those that got 200. In Standin, uploads are simultaneous if they begin within two seconds of world time.\n',
    guidance:
      "Let only one part of your client upload a file. After a 500, and also after a 200, read the file transfer's status. Initialize a new file transfer only if it is Failed.\n",
    rules: [
      {
        on: 'fileTransfer.upload',
        collide: {
          window: 'PT2S',
        },
      },
    ],
  },
  'webhook-delayed': {
    summary: 'Every event reaches its subscribers five minutes late',
    guidance:
      'Do not rely on the time of arrival: the event contains the time when it occurred. Poll the overview if you need the current status.\n',
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
    guidance: 'Listen to events, but also poll the overview from time to time.',
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
    guidance: 'Store the ids of the events that you have handled, and ignore duplicates.',
    rules: [
      {
        events: {
          duplicate: true,
        },
      },
    ],
  },
  'webhook-reordered': {
    summary: 'Events overtake each other: every other event in a subscription is delayed by ten seconds',
    guidance: 'Read the overview for the current status. Do not derive it from the last event.',
    rules: [
      {
        events: {
          reorder: true,
        },
      },
    ],
  },
}
