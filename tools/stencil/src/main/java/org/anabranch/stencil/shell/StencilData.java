package org.anabranch.stencil.shell;

import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Transfer;
import org.anabranch.stencil.plan.Zone;
import org.anabranch.stencil.run.RunFigures;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Plans and figures as plain data, which a shell prints as JSON: sizes in bytes, times in seconds.
 */
final class StencilData {
    private StencilData() {}

    static Map<String, Object> of(StencilPlan plan) {
        Map<String, Object> data = new LinkedHashMap<>();
        int rank = plan.stencil().rank();
        data.put("kernel", plan.stencil().kernel().function());
        data.put("cells", numbers(plan.stencil().useful().size(), rank));
        data.put("type", plan.stencil().grid().type().word());
        data.put("iterations", plan.stencil().iterations());
        data.put("devices", plan.options().weights().size());
        data.put("parts", numbers(plan.parts(), rank));
        data.put("policy", plan.options().policy());
        data.put("cut", plan.options().cut());
        data.put("depth", plan.options().depth());
        data.put("exchanges", plan.exchanges());
        data.put("bytesPerExchange", plan.bytesPerExchange());
        data.put("mostNeighbours", plan.mostNeighbours());
        data.put("zones", plan.zones().stream().map(zone -> zone(plan, zone)).toList());
        int bytes = plan.stencil().grid().type().bytes();
        data.put("transfers", plan.transfers().stream().map(one -> transfer(one, bytes)).toList());
        return data;
    }

    private static Map<String, Object> zone(StencilPlan plan, Zone zone) {
        int rank = plan.stencil().rank();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", zone.id());
        data.put("device", zone.device());
        data.put("write", box(zone.write(), rank));
        data.put("local", box(zone.local(), rank));
        data.put("bytes", plan.bytesOf(zone.id()));
        data.put("readsFrom", plan.neighbours(zone.id()));
        return data;
    }

    private static Map<String, Object> transfer(Transfer transfer, int bytes) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("from", transfer.from());
        data.put("to", transfer.to());
        data.put("bytes", transfer.cells() * bytes);
        return data;
    }

    private static Map<String, Object> box(CellBox box, int rank) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("low", numbers(box.low(), rank));
        data.put("high", numbers(box.high(), rank));
        return data;
    }

    private static List<Long> numbers(Point point, int rank) {
        return IntStream.range(0, rank).mapToObj(point::get).toList();
    }

    static Map<String, Object> of(RunFigures figures) {
        Map<String, Object> data = new LinkedHashMap<>();
        int rank = figures.plan().stencil().rank();
        data.put("kernel", figures.plan().stencil().kernel().function());
        data.put("cells", numbers(figures.plan().stencil().useful().size(), rank));
        data.put("iterations", figures.iterations());
        data.put("order", figures.order());
        data.put("uploadSeconds", figures.upload());
        data.put("loopSeconds", figures.compute());
        data.put("exchangeSeconds", figures.exchange());
        data.put("gatherSeconds", figures.gather());
        data.put("totalSeconds", figures.total());
        data.put("cellsPerSecond", figures.cellsPerSecond());
        data.put("gflops", figures.flops() > 0 ? figures.gflops() : null);
        data.put("bytesExchanged", figures.bytesExchanged());
        data.put("cuts", figures.cuts());
        data.put("bytesMoved", figures.bytesMoved());
        data.put("zones", figures.plan().zones().stream().map(one -> zone(figures, one)).toList());
        return data;
    }

    private static Map<String, Object> zone(RunFigures figures, Zone zone) {
        int rank = figures.plan().stencil().rank();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", zone.id());
        data.put("domain", figures.domains().get(zone.id()));
        data.put("cells", numbers(zone.write().size(), rank));
        data.put("busySeconds", figures.busy().isEmpty() ? null : figures.busy().get(zone.id()));
        data.put(
                "cellsPerSecond",
                figures.speeds().isEmpty() ? null : figures.speeds().get(zone.id()));
        return data;
    }
}
