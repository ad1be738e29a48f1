/** Schemas and constraints for a composed email: an email with attachments that the service fetches. Source: notifications §14.7. */
import { z } from 'zod'
import { isEmailAddress } from '../../../wire/identifiers.ts'
import type { Errors } from '../../../wire/refusal.ts'
import type { ConstraintContext } from '../../../wire/row.ts'
import { trimBlanks } from '../../../wire/text.ts'
import { readInstant } from '../../../wire/timestamp.ts'
import { isReadableUri } from '../../../wire/uri.ts'
import { baseConstraints, collect, mostErrors, type Report } from './base-constraints.ts'
import { conditionEndpoint, dialogportenAssociation, emailSettings, optionalText, requiredText, timestamp } from './order.ts'
import { emailConstraints } from './order-constraints.ts'
import { orderReply } from './replies.ts'

export const attachment = z.object({
  filename: requiredText.describe('The file name, with its extension.'),
  mimeType: requiredText.describe('The media type, such as application/pdf.'),
  sasUrl: z
    .string()
    .refine(isReadableUri)
    .meta({ format: 'uri' })
    .describe('The SAS URL of the file in Azure Blob Storage, which grants read access for a limited time.'),
})

export const composedSettings = emailSettings.extend({
  attachments: z.array(attachment.nullable()).nullish().describe('The attached files.'),
})

export const composedEmailRequest = z.object({
  idempotencyId: requiredText,
  sendersReference: optionalText,
  requestedSendTime: timestamp.optional(),
  conditionEndpoint,
  dialogportenAssociation,
  recipient: z.object({ emailAddress: requiredText, emailSettings: composedSettings }).describe("The email's recipient."),
})

export type Attachment = z.output<typeof attachment>
export type ComposedEmailRequest = z.output<typeof composedEmailRequest>

export const composedReply = z.object({
  notificationOrderId: orderReply.shape.notificationOrderId,
  notification: orderReply.shape.notification.omit({ reminders: true }),
})

export function composedEmailConstraints(request: ComposedEmailRequest, { now }: ConstraintContext): Errors | undefined {
  const { emailAddress, emailSettings: settings } = request.recipient
  return collect((report, count) => {
    const sendTime = baseConstraints(request, now, report) ?? now
    if (!isEmailAddress(emailAddress)) report('Recipient.EmailAddress', 'Invalid email address format.')
    emailConstraints(settings, 'Recipient.Settings', report)
    for (const [at, each] of (settings.attachments ?? []).entries()) {
      if (count() >= mostErrors) break
      const key = `Recipient.Settings.Attachments[${at}]`
      if (each) attachmentConstraints(each, key, sendTime, report)
      else report(key, 'Attachment item must not be null.')
    }
  })
}

const byGroup: Readonly<Record<string, string>> = {
  application: `
    epub+zip gzip json msword ogg onenote pdf rtf vnd.ms-excel vnd.ms-excel.sheet.binary.macroenabled.12
    vnd.ms-excel.sheet.macroenabled.12 vnd.ms-fontobject vnd.ms-outlook vnd.ms-powerpoint vnd.ms-powerpoint.presentation.macroenabled.12
    vnd.ms-powerpoint.slideshow.macroenabled.12 vnd.ms-publisher vnd.ms-word.document.macroenabled.12
    vnd.openxmlformats-officedocument.presentationml.presentation vnd.openxmlformats-officedocument.presentationml.slideshow
    vnd.openxmlformats-officedocument.spreadsheetml.sheet vnd.openxmlformats-officedocument.wordprocessingml.document vnd.visio
    x-7z-compressed x-rar-compressed x-tar xml zip`,
  audio: 'aac midi mpeg ogg opus wav webm x-ms-wma',
  font: 'otf ttf woff woff2',
  image: 'bmp gif jpeg png svg+xml tiff vnd.microsoft.icon webp',
  text: 'calendar csv plain xml',
  video: '3gpp 3gpp2 mp4 mpeg ogg webm x-ms-wmv x-msvideo',
}

/** In lowercase. */
const attachmentTypes: ReadonlySet<string> = new Set(
  Object.entries(byGroup).flatMap(([group, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${group}/${name}`),
  ),
)

/** A SAS URL must remain valid for this long after the send time. In milliseconds. */
const margin = 15 * 60_000
const storageHost = /\.blob\.core\.windows\.net$/i

function attachmentConstraints({ filename, mimeType, sasUrl }: Attachment, key: string, sendTime: number, report: Report): void {
  const about = (text: string) => `Attachment '${filename}': ${text}`
  if (/[/\\]/.test(filename) || !/\.[^.]+$/.test(filename))
    report(`${key}.Filename`, about('filename must not contain path separators or traversal sequences, and must include a file extension.'))
  if (!attachmentTypes.has(mimeType.toLowerCase()))
    report(`${key}.MimeType`, about('mimeType is not supported. Refer to ACS documentation for the list of accepted MIME types.'))
  for (const problem of sasProblems(sasUrl, sendTime)) report(`${key}.SasUrl`, about(problem))
}

function sasProblems(text: string, sendTime: number): string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') return ['sasUrl must be an absolute HTTPS URI.']
  if (!storageHost.test(url.hostname)) return ['sasUrl host must be within Azure Blob Storage (*.blob.core.windows.net).']
  // The service matches names case-insensitively and joins the values of duplicates.
  const part = (name: string) =>
    trimBlanks([...url.searchParams].flatMap(([key, value]) => (key.toLowerCase() === name ? value : [])).join(','))
  if (!part('se') || !part('sp') || part('sr').toLowerCase() !== 'b' || !part('sig'))
    return ['sasUrl is missing required SAS parameters (se, sig, sp, sr).']
  const ends = readInstant(part('se'))
  return [
    ...(part('sp').includes('r') ? [] : ["sasUrl does not grant read permission ('r' must be present in 'sp')."]),
    ...(ends ? [] : ["sasUrl has an invalid 'se' (signed expiry) value."]),
    ...(ends && ends.at < sendTime + margin ? ['sasUrl must be valid for at least 15 minutes after requestedSendTime.'] : []),
  ]
}

export const exampleComposedEmail = {
  idempotencyId: 'decision-880',
  sendersReference: 'decision-880',
  recipient: {
    emailAddress: 'someone@example.org',
    emailSettings: {
      subject: 'Decision',
      body: 'Please see the attached document.',
      attachments: [
        {
          filename: 'decision.pdf',
          mimeType: 'application/pdf',
          sasUrl: 'https://standin.blob.core.windows.net/files/decision.pdf?se=2099-01-01T00%3A00%3A00Z&sp=r&sr=b&sig=made-up',
        },
      ],
    },
  },
}
