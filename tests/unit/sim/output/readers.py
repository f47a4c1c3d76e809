# readers.py gsd|vtk|pvd FOLDER: what other programs read in the files of tests/unit/sim/output/files.c.
import math
import sys

kind, folder = sys.argv[1:]
GRAINS, WALLS, CONTACTS = 9, 2, 3


def near(a, b):
    assert abs(a - b) < 1e-6 * (1 + abs(b)), (a, b)


def check_gsd():
    import gsd.hoomd

    with gsd.hoomd.open(folder + "/trajectory.gsd", "rb") as trajectory:
        assert len(trajectory) == 3, len(trajectory)
        for k, frame in enumerate(trajectory):
            assert frame.configuration.step == 100 * k
            assert frame.configuration.dimensions == 3
            assert frame.particles.N == GRAINS
            assert len(frame.particles.types) == GRAINS and frame.particles.types[1] == "box-1"
            assert list(frame.particles.typeid) == list(range(GRAINS))
            shapes = frame.particles.type_shapes
            kinds = ["Sphere", "ConvexPolyhedron", "Ellipsoid", "Mesh", "Mesh", "ConvexPolyhedron", "ConvexPolyhedron",
                     "Mesh", "Mesh"]
            assert [s["type"] for s in shapes] == kinds, shapes
            near(shapes[0]["diameter"], 0.2)
            near(shapes[2]["c"], 0.07)
            near(shapes[6]["rounding_radius"], 0.02)
            assert len(shapes[5]["vertices"]) == 5
            for i in range(GRAINS):
                near(frame.particles.position[i][0], 0.3 * i - 0.5 - 1.0)
                near(frame.particles.position[i][2], 0.3 + 0.1 * k - 1.0)
                near(frame.particles.orientation[i][0], math.cos(0.5 * (0.3 * i + 0.1 * k)))
                near(frame.particles.velocity[i][1], 0.1 * i)
                near(frame.particles.mass[i], 1 + i)
                assert frame.log["particles/id"][i] == i
                near(frame.log["particles/angular_velocity"][i][2], 0.5 * i)
            near(frame.log["time"][0], 0.1 * k)
        assert bytes(trajectory.file.read_chunk(frame=0, name="scree/scene")).startswith(b"title: by hand")


def read_vtp(path):
    import vtk

    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetErrorCode() == 0, path
    return reader.GetOutput()


def volume(data):
    import vtk

    triangles = vtk.vtkTriangleFilter()
    triangles.SetInputData(data)
    mass = vtk.vtkMassProperties()
    mass.SetInputConnection(triangles.GetOutputPort())
    mass.Update()
    return mass.GetVolume()


def check_vtk():
    grains = read_vtp(folder + "/frames/grains_000001.vtp")
    ids = grains.GetCellData().GetArray("id")
    assert {int(ids.GetValue(i)) for i in range(grains.GetNumberOfCells())} == set(range(GRAINS))
    velocity, material = grains.GetCellData().GetArray("velocity"), grains.GetCellData().GetArray("material")
    for i in range(grains.GetNumberOfCells()):
        near(velocity.GetTuple(i)[1], 0.1 * ids.GetValue(i))
        assert material.GetValue(i) == ids.GetValue(i) % 2
    assert volume(grains) > 0.02
    field = grains.GetFieldData()
    near(field.GetArray("TimeValue").GetValue(0), 0.1)
    assert field.GetAbstractArray("scene").GetValue(0) == "title: by hand\nseed: 7\n"
    assert field.GetAbstractArray("command").GetValue(0) == "scree run hand.yaml"
    contacts = read_vtp(folder + "/frames/contacts_000001.vtp")
    assert contacts.GetNumberOfLines() == CONTACTS
    near(contacts.GetCellData().GetArray("force_size").GetValue(1), 10.0)
    near(contacts.GetCellData().GetArray("force").GetTuple(2)[1], 12.0)
    walls = read_vtp(folder + "/frames/walls_000001.vtp")
    assert walls.GetNumberOfPolys() == 1 + 6
    near(walls.GetBounds()[0], -1.0)
    near(walls.GetCellData().GetArray("force").GetTuple(1)[2], -6.0)


def check_pvd():
    import os
    import xml.etree.ElementTree as tree

    for name in ("grains", "contacts", "walls"):
        rows = tree.parse(f"{folder}/{name}.pvd").getroot().find("Collection").findall("DataSet")
        assert [row.get("timestep") for row in rows] == ["0", "0.1", "0.2"]
        assert all(os.path.exists(folder + "/" + row.get("file")) for row in rows)


{"gsd": check_gsd, "vtk": check_vtk, "pvd": check_pvd}[kind]()
