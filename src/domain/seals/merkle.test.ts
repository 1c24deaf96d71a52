/** The tree is that of RFC 6962: its known answers, and every path leads to the root. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_ROOT, leafHash, pathOf, rootAlong, rootOf } from "./merkle.ts";

/** Inputs and roots of the reference implementation of certificate transparency. */
const INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const leaves = INPUTS.map((input) => leafHash(Buffer.from(input, "hex")));

describe("the tree of RFC 6962", () => {
  it("gives the known roots", () => {
    expect(EMPTY_ROOT.toString("hex")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(leaves.map((_leaf, index) => rootOf(leaves.slice(0, index + 1)).toString("hex"))).toEqual(ROOTS);
  });

  it("each leaf's path leads to the root, and to no other for another leaf", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, at) => {
        const all = Array.from({ length: size }, (_unused, index) => leafHash(`line ${index}`));
        const index = at % size;
        const path = pathOf(all, index);
        expect(rootAlong(all[index] as Buffer, path)).toEqual(rootOf(all)); // within its length
        expect(rootAlong(leafHash("another"), path)).not.toEqual(rootOf(all));
      }),
    );
  });
});
