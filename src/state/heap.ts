/** A binary heap over an array: the first of its items is at hand. */

export interface Heap<T> {
  readonly size: number
  add(item: T): void
  first(): T | undefined
  take(): T | undefined
}

/** `heap` is the data: an array that is empty, or that such a heap has filled. */
export function createHeap<T extends object>(heap: T[], precedes: (one: T, other: T) => boolean): Heap<T> {
  function settle(item: T): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const left = heap[child]
      const right = heap[child + 1]
      if (!left) break
      if (right && precedes(right, left)) child++
      const least = heap[child] as T
      if (!precedes(least, item)) break
      heap[at] = least
      at = child
    }
    heap[at] = item
  }

  return {
    get size() {
      return heap.length
    },
    add(item) {
      let at = heap.length
      while (at > 0) {
        const parent = (at - 1) >> 1
        const above = heap[parent] as T
        if (!precedes(item, above)) break
        heap[at] = above
        at = parent
      }
      heap[at] = item
    },
    first: () => heap[0],
    take() {
      const first = heap[0]
      const last = heap.pop()
      if (first && last && first !== last) settle(last)
      return first
    },
  }
}
