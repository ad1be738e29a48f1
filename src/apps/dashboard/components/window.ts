/** The visible part of a long table, and detection of narrow screens. */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Height of a row in pixels. Must match `--row` in the CSS. */
export const rowHeight = 32

/** Scrolls a row into view, moving as little as possible. */
export function bringIntoView(scroller: HTMLDivElement | null, index: number): void {
  if (!scroller) return
  const top = index * rowHeight
  const height = scroller.clientHeight - 2 * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top > scroller.scrollTop + height) scroller.scrollTop = top - height
}

/** Returns the visible part of a scrolling element, in pixels. */
export function useWindow(scroller: { readonly current: HTMLDivElement | null }, atTop?: (isAtTop: boolean) => void) {
  const [seen, setSeen] = useState({ top: 0, height: 800 })
  const told = useRef(atTop)
  useLayoutEffect(() => {
    told.current = atTop
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      setSeen({ top: element.scrollTop, height: element.clientHeight })
      told.current?.(element.scrollTop < rowHeight)
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  return seen
}

/** Matches narrow screens. The width must be the same as in the CSS. */
const query = matchMedia('(max-width: 44rem)')
const narrow = signal(query.matches)
query.addEventListener('change', ({ matches }) => {
  narrow.value = matches
})

export const useNarrow = (): boolean => narrow.value
