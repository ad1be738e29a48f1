/** The media types that an attachment may have. Source: notifications §14.7. */

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

/** In lower case. */
export const attachmentTypes: ReadonlySet<string> = new Set(
  Object.entries(byGroup).flatMap(([group, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${group}/${name}`),
  ),
)
