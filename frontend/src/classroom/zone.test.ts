import { expect, test } from "vitest";
import { allZones, fromField, offsetAt, showIn, showNear, toField } from "./zone";

test("a typed time is the moment that the class's clock shows it", () => {
  expect(fromField("Europe/Berlin", "2026-12-04T23:59")).toBe("2026-12-04T23:59:00+01:00");
  expect(fromField("Europe/Berlin", "2026-07-04T23:59")).toBe("2026-07-04T23:59:00+02:00");
  expect(fromField("Asia/Kolkata", "2026-12-04T09:00")).toBe("2026-12-04T09:00:00+05:30");
  expect(fromField("America/St_Johns", "2026-12-04T09:00")).toBe("2026-12-04T09:00:00-03:30");
  expect(fromField("UTC", "")).toBeNull();
  expect(fromField("UTC", "2026-13-01T00:00")).toBeNull();
});

test("an hour that comes twice is the later one, an hour that is left out is the same hour before the leap", () => {
  expect(fromField("Europe/Berlin", "2026-10-25T02:30")).toBe("2026-10-25T02:30:00+01:00");
  expect(fromField("Europe/Berlin", "2026-03-29T02:30")).toBe("2026-03-29T03:30:00+02:00");
  expect(fromField("America/New_York", "2026-11-01T01:30")).toBe("2026-11-01T01:30:00-05:00");
});

test("what is shown in a field is read back as it was", () => {
  for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu", "UTC"]) {
    const at = "2026-12-04T11:05:00Z";
    expect(Date.parse(fromField(zone, toField(zone, at)) ?? "")).toBe(Date.parse(at));
  }
});

test("times are shown in the zone of the class, and how near they are", () => {
  expect(showIn("Asia/Tokyo", "2026-12-04T16:00:00Z")).toBe("Sat 5 Dec, 01:00");
  expect(offsetAt("Asia/Kathmandu", Date.parse("2026-12-04T16:00:00Z"))).toBe(345);
  const now = Date.parse("2026-12-04T16:00:00Z");
  expect(showNear("2026-12-04T16:40:00Z", now)).toBe("in 40 minutes");
  expect(showNear("2026-12-04T15:00:00Z", now)).toBe("1 hour ago");
  expect(showNear("2026-12-07T16:00:00Z", now)).toBe("in 3 days");
});

test("the zones that can be chosen hold the class's own", () => {
  expect(allZones("Europe/Berlin", "UTC")).toEqual(expect.arrayContaining(["Europe/Berlin", "UTC"]));
  expect(new Set(allZones("UTC")).size).toBe(allZones("UTC").length);
});
