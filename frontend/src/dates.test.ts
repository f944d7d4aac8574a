import { describe, expect, it } from "vitest";
import { daysAfter, showDay, showMoment, showMonth } from "./dates";

describe("days and moments", () => {
  it("are named shortly, with the year only where it is another", () => {
    const now = new Date("2026-11-30T12:00:00");
    expect(showMoment("2026-11-02T09:14:31.5", now)).toBe("2 Nov, 09:14");
    expect(showMoment("2025-11-02T09:14:31.5", now)).toBe("2 Nov 2025");
  });

  it("are those of the calendar, whatever the zone", () => {
    expect(showDay("2026-03-01")).toBe("1 March 2026");
    expect(showMonth("2026-03-31")).toBe("Mar");
    expect(daysAfter("2026-02-27", 3)).toBe("2026-03-02");
  });
});
