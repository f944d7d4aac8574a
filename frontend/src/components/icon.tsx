/** Line icons on a 16 px grid, drawn in the current colour; never alone without a name beside or above them. */
const PATHS = {
  back: <path d="M10 3 5 8l5 5" />,
  forward: <path d="m6 3 5 5-5 5" />,
  down: <path d="m4 6 4 4 4-4" />,
  up: <path d="m4 10 4-4 4 4" />,
  run: <path d="M5 3.5v9l7.5-4.5z" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  reset: <path d="M3 6h7a3 3 0 0 1 0 6H7M3 6l3-3M3 6l3 3" />,
  history: (
    <>
      <path d="M3 8a5.500 5.500 0 1 0 1.700-4" />
      <path d="M3 2.500v3h3M8.500 5v3.500l2 1.500" />
    </>
  ),
  upload: <path d="M8 10.500V3M5 5.500 8 2.500l3 3M2.500 10.500v3h11v-3" />,
  download: <path d="M8 2.500V10M5 7.500l3 3 3-3M2.500 10.500v3h11v-3" />,
  statement: (
    <>
      <path d="M4 2.500h5l3 3v8H4z" />
      <path d="M6 8h4M6 10.500h4" />
    </>
  ),
  code: <path d="m5.5 4.5-3.5 3.5 3.5 3.500M10.5 4.500l3.5 3.5-3.5 3.5" />,
  results: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1" />
      <path d="M2.5 6.500h11M7 3v10" />
    </>
  ),
  hint: <path d="M6 13h4M6.5 11c0-1.5-2-2.3-2-4.700a3.5 3.5 0 0 1 7 0c0 2.4-2 3.2-2 4.700z" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6" rx="1" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  check: <path d="m3.5 8.500 3 3 6-7" />,
  theme: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.500a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.5 3.5" />
    </>
  ),
  more: <path d="M3.500 8v.01M8 8v.01M12.500 8v.01" stroke-width="2" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  caution: (
    <>
      <path d="M8 2.500 14 13.500H2z" />
      <path d="M8 6.500v3M8 11.500v.01" />
    </>
  ),
  book: <path d="M3 3h4.500a1.5 1.5 0 0 1 1.5 1.500V13a1.5 1.5 0 0 0-1.5-1.500H3zM13 3H9M13 3v8.500H9.500" />,
  link: (
    <path d="M6.500 9.500l3-3M7 4.500 8.500 3a3.200 3.200 0 0 1 4.500 4.500L11.500 9M9 11.500 7.500 13A3.200 3.200 0 0 1 3 8.500L4.500 7" />
  ),
  copy: (
    <>
      <rect x="5.500" y="5.500" width="7.500" height="7.500" rx="1" />
      <path d="M3 10.500V4a1 1 0 0 1 1-1h6.500" />
    </>
  ),
  outside: <path d="M9 3h4v4M13 3 7 9M11 9.500V13H3V5h3.500" />,
  eye: (
    <>
      <path d="M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8z" />
      <circle cx="8" cy="8" r="1.750" />
    </>
  ),
  veiled: (
    <path d="M2 2l12 12M6.500 4A6 6 0 0 1 8 3.500c4 0 6.500 4.500 6.500 4.500a11 11 0 0 1-2 2.500M4 5.200A11 11 0 0 0 1.500 8S4 12.500 8 12.500a6 6 0 0 0 2.200-.4" />
  ),
  note: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 7.500v3.500M8 5v.01" />
    </>
  ),
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      {PATHS[name]}
    </svg>
  );
}

/** Four elements of memory, one of them in use. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M1 1h8v8H1zM11 1h8v8h-8zM1 11h8v8H1z" class="mark__rest" />
      <path d="M11 11h8v8h-8z" class="mark__one" />
    </svg>
  );
}
