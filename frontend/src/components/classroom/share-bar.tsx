/** How many of all, as a bar. */
export function ShareBar({ count, total, size = 32 }: { count: number; total: number; size?: number }) {
  return (
    <svg class="share-bar" viewBox={`0 0 ${size} 4`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={size} height="4" class="share-bar__rest" />
      <rect width={total > 0 ? (size * count) / total : 0} height="4" />
    </svg>
  );
}
