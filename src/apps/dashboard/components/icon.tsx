/** Small icons that replace words where space is tight. */

/** SVG paths on a 16 × 16 grid. */
const drawings = {
  clock: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.8V8l2.4 1.6',
  read: 'M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M3 13.5h10',
  create: 'M8 3v10M3 8h10',
  change: 'M3 13l.7-3L10.8 3l2.2 2.2-7 7zM9.3 4.5l2.2 2.2',
  remove: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  hand: 'M5 13.5C3.8 11.5 3 10 2.6 8.6c.8-.6 1.6-.2 2.2.7V4a1 1 0 0 1 2 0v3-4.2a1 1 0 0 1 2 0V7 3.6a1 1 0 0 1 2 0V8 5.4a1 1 0 0 1 2 0v4.1c0 1.7-.6 3-1.4 4z',
  lost: 'M2.5 8h3.2l1.4-3 1.8 6 1.4-3M12 6l3 4M15 6l-3 4',
  nothing: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM4.2 11.8l7.6-7.6',
  job: 'M8 5.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M12.2 3.8l-1.4 1.4M5.2 10.8l-1.4 1.4',
  message: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  webhook: 'M9.5 3H13v3.5M13 3 7.5 8.5M11 9.5V13H3V5h3.5',
} as const

export type IconName = keyof typeof drawings

interface IconProps {
  readonly of: IconName
  /** Tooltip and text for screen readers. Absent if adjacent text already contains it. */
  readonly says?: string
}

export const Icon = ({ of: name, says }: IconProps) => (
  <span class={`icon icon-${name}`} {...(says !== undefined && { title: says })}>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
    {says !== undefined && <span class="unheard">{says}</span>}
  </span>
)
